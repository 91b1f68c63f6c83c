"""Texts a second of seamscope's embedders on one document, the time to load them taken off.

    python benches/peers/embedders.py SEAMSCOPE MODEL_DIR DOCUMENT

SEAMSCOPE is a release build, MODEL_DIR holds all-MiniLM-L6-v2 as ONNX. Each round runs every row once, so that what else the
machine does falls on all of them alike; the best of three rounds counts.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

ROUNDS = 3


def run(program, folder, settings):
    call = [program, "index", folder, "--no-cache", "--json"]
    for setting in settings:
        call += ["--set", setting]
    began = time.perf_counter()
    said = subprocess.run(call, check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - began, json.loads(said)["counts"]["embedded"]


def main():
    program, model, document = sys.argv[1:4]
    by_tokens = ["chunk.method=tokens", "chunk.unit=model", "seam.enabled=false"]
    onnx = [f"embed.model=fastembed:{model}"]
    rows = {
        "builtin, chunks of 100 of its tokens": by_tokens + ["chunk.size=100"],
        "all-MiniLM-L6-v2, chunks of 100 of its tokens": by_tokens + onnx + ["chunk.size=100"],
        "all-MiniLM-L6-v2, chunks of 200": by_tokens + onnx + ["chunk.size=200"],
        "late, window 256": by_tokens + onnx + ["chunk.size=200", "embed.mode=late", "embed.window=256"],
        "late, window 512": by_tokens + onnx + ["chunk.size=200", "embed.mode=late", "embed.window=512"],
    }
    best = {}
    with tempfile.TemporaryDirectory() as place:
        small = os.path.join(place, "small.md")
        with open(small, "w", encoding="utf-8") as file:
            file.write("One short sentence.\n")
        for _ in range(ROUNDS):
            for name, settings in rows.items():
                loading, _ = run(program, small, settings)
                whole, texts = run(program, document, settings)
                rate = texts / max(whole - loading, 1e-9)
                best[name] = max(best.get(name, (0.0, 0)), (rate, texts))
    print(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")
    for name, (rate, texts) in best.items():
        print(f"{name:48} {texts:5} texts {rate:7.1f} texts/s")


main()
