"""seamscope beside Python's onnxruntime: the same sentence transformer on the same texts, one after the other.

usage: python onnx_embed.py SEAMSCOPE MODEL_DIR FOLDER [WINDOW]

Chunks of 200 of the model's own tokens without seams: they fit the window, so that both read the same. Python sorts the texts by
length, pads batches of 32, pools by the mean and normalises: the usual fast way. seamscope's time is that of indexing the
folder less that of indexing one word, which takes loading and starting away. Three rounds each, the best counts.
Needs onnxruntime, numpy and tokenizers.
"""

import json
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

BATCH = 32
ROUNDS = 3


def call(seamscope: str, command: str, folder: str, model: str, window: int, *more: str) -> tuple[float, bytes]:
    words = [seamscope, command, folder, "--no-cache", *more]
    for pair in (
        f"embed.model=fastembed:{model}",
        f"embed.window={window}",
        "chunk.size=200",
        "chunk.unit=model",
        "seam.enabled=false",
    ):
        words += ["--set", pair]
    began = time.perf_counter()
    out = subprocess.run(words, check=True, capture_output=True).stdout
    return time.perf_counter() - began, out


def python(texts: list[str], model: str, window: int) -> float:
    tokenizer = Tokenizer.from_file(f"{model}/tokenizer.json")
    tokenizer.enable_truncation(window)
    tokenizer.enable_padding()
    session = ort.InferenceSession(f"{model}/model.onnx", providers=["CPUExecutionProvider"])
    names = {one.name for one in session.get_inputs()}
    texts = sorted(texts, key=len)
    began = time.perf_counter()
    for at in range(0, len(texts), BATCH):
        batch = tokenizer.encode_batch(texts[at : at + BATCH])
        mask = np.array([one.attention_mask for one in batch], dtype=np.int64)
        inputs = {
            "input_ids": np.array([one.ids for one in batch], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([one.type_ids for one in batch], dtype=np.int64),
        }
        states = session.run(None, {name: value for name, value in inputs.items() if name in names})[0]
        weights = mask[:, :, None].astype(np.float32)
        vectors = (states * weights).sum(1) / weights.sum(1)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return time.perf_counter() - began


def main() -> None:
    seamscope, model, folder = sys.argv[1:4]
    window = int(sys.argv[4]) if len(sys.argv) > 4 else 256
    _, out = call(seamscope, "export", folder, model, window, "--format", "jsonl")
    texts = [json.loads(line)["text"] for line in out.splitlines()]
    with tempfile.TemporaryDirectory() as empty:
        with open(f"{empty}/a.txt", "w", encoding="utf-8") as file:
            file.write("word")
        ours, theirs = [], []
        for _ in range(ROUNDS):
            whole, out = call(seamscope, "index", folder, model, window, "--json")
            counts = json.loads(out)["counts"]
            assert counts["embedded"] <= len(texts), counts
            ours.append(whole - call(seamscope, "index", empty, model, window, "--json")[0])
            theirs.append(python(texts, model, window))
    us, them = min(ours), min(theirs)
    print(f"{len(texts)} texts, onnxruntime {ort.__version__}, window {window}")
    print(f"seamscope {us:6.2f} s  {len(texts) / us:7.1f} texts/s")
    print(f"Python    {them:6.2f} s  {len(texts) / them:7.1f} texts/s")
    print(f"ratio     {them / us:6.2f}")


main()
