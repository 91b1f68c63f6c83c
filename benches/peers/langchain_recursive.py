"""The peer of the chunker: LangChain's recursive splitter, 600/60 characters, over ten megabytes of prose.

Needs langchain-text-splitters. Reads the same text as the bench: sample-docs/order-service.md in long paragraphs, repeated.
"""

import pathlib
import time

from langchain_text_splitters import RecursiveCharacterTextSplitter

source = (pathlib.Path(__file__).parents[2] / "sample-docs/order-service.md").read_text(encoding="utf-8")
breaks = [" ", "\n\n"]
sample = "".join(
    breaks[number % 4 == 0] + paragraph.replace("\n", " ") for number, paragraph in enumerate(source.split("\n\n"))
)
text = (sample * (10_000_000 // len(sample) + 1))[:10_000_000]
splitter = RecursiveCharacterTextSplitter(chunk_size=600, chunk_overlap=60)
times = []
for _ in range(3):
    start = time.perf_counter()
    chunks = splitter.split_text(text)
    times.append(time.perf_counter() - start)
best = min(times)
print(f"LangChain: {len(chunks)} chunks, {len(text.encode()) / best / 1e6:.1f} MB/s")
