#!/usr/bin/env python3
"""Makes `stems.txt` and `vectors.bin` from GloVe vectors.

    pip install numpy snowballstemmer
    python3 kernel/words/make.py glove.6B.100d.txt

The input has a word and its numbers on each line, the most frequent word first. Stems are those of Snowball English; the
vector of a stem is the mean of the unit vectors of its words, weighted by their frequency, which is taken to be
proportional to 1/rank. The mean of all vectors and their two main directions are taken out: they hold how frequent a word
is and not what it means (Mu and Viswanath 2018, arXiv:1702.01417).
"""

import pathlib
import re
import sys

import numpy
import snowballstemmer

STEMS = 20_000
# Rarer words than these are names and misspellings.
WORDS = 120_000
DIRECTIONS = 2
# The largest component of each vector becomes this number: four bits are as good as eight for telling what words are alike.
LARGEST = 7

stemmer = snowballstemmer.stemmer("english")
numbers, rows, weights = {}, [], []
with open(sys.argv[1], encoding="utf-8") as lines:
    for rank, line in zip(range(1, WORDS + 1), lines):
        word, *vector = line.split(" ")
        if not re.fullmatch("[a-z]+", word):
            continue
        vector = numpy.array(vector, dtype=float)
        stem = stemmer.stemWord(word)
        if stem not in numbers:
            if len(numbers) == STEMS:
                continue
            numbers[stem] = len(numbers)
            rows.append(numpy.zeros(len(vector)))
            weights.append(0.0)
        rows[numbers[stem]] += vector / numpy.linalg.norm(vector) / rank
        weights[numbers[stem]] += 1 / rank

vectors = numpy.stack(rows) / numpy.array(weights)[:, None]
vectors -= vectors.mean(axis=0)
directions = numpy.linalg.svd(vectors, full_matrices=False)[2][:DIRECTIONS]
vectors -= vectors @ directions.T @ directions
vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
order = numpy.argsort(-numpy.array(weights), kind="stable")
stems = list(numbers)

folder = pathlib.Path(__file__).parent
(folder / "stems.txt").write_text("".join(f"{stems[at]}\n" for at in order))
vectors = vectors[order]
scaled = vectors * LARGEST / numpy.abs(vectors).max(axis=1, keepdims=True)
digits = (numpy.round(scaled) + 8).astype(numpy.uint8)
(digits[:, 0::2] * 16 + digits[:, 1::2]).tofile(folder / "vectors.bin")
