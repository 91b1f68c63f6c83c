"""The peer of the exact scan: two tables of 100,000 x 384 float32, product with one vector, best 100 of each.

Needs numpy. Run it right before or after `cargo bench --bench engine -- "exact scan"` on the same machine.
"""

import time

import numpy as np

rng = np.random.default_rng(1)
tables = [rng.standard_normal((100_000, 384), dtype=np.float32) for _ in range(2)]
question = rng.standard_normal(384, dtype=np.float32)


def scan():
    for table in tables:
        scores = table @ question
        best = np.argpartition(-scores, 100)[:100]
        best[np.argsort(-scores[best], kind="stable")]


times = []
for _ in range(30):
    start = time.perf_counter()
    scan()
    times.append(time.perf_counter() - start)
print(f"numpy {np.__version__}: median {sorted(times)[15] * 1e3:.1f} ms, best {min(times) * 1e3:.1f} ms")
