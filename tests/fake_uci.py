"""An engine that speaks UCI just well enough to be tested with; its first argument says how it misbehaves.

fool: plays the first legal move and thinks itself lost.  king: plays the last one and thinks itself won.  hangs: never
answers ``go``.  deaf: never answers ``uci``.  cheat: moves as no law allows.  dies: ends at ``go``.  babbles: writes nonsense.
"""

import os
import sys
import time

import chess


def searched(line, board):
    """The moves that it may choose from."""
    words = line.split()
    if "searchmoves" in words:
        return [
            chess.Move.from_uci(word)
            for word in words[words.index("searchmoves") + 1 :]
            if len(word) in (4, 5) and word[0] in "abcdefgh"
        ]
    return sorted(board.legal_moves, key=chess.Move.uci)


def answer(manner, line, board):
    moves = searched(line, board)
    if manner == "hangs":
        time.sleep(3600)
    if manner == "dies":
        sys.exit(3)
    if manner == "cheat":
        print("bestmove a1h7", flush=True)
        return
    if manner == "babbles":
        print("\x07 what is a move? " * 50, flush=True)
    print(f"info depth 1 score cp {-900 if manner == 'fool' else 900}", flush=True)
    print(f"bestmove {moves[-1 if manner == 'king' else 0].uci()}", flush=True)


def main():
    manner, board = sys.argv[1], chess.Board()
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a") as file:
            file.write(f"pid {os.getpid()}\n")
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if len(sys.argv) > 2 and word == "setoption":
            with open(sys.argv[2], "a") as file:
                file.write(line)
        if word == "uci" and manner != "deaf":
            print("id name Fake\noption name Skill Level type spin default 20 min 0 max 20", flush=True)
            print("option name Threads type spin default 1 min 1 max 8\nuciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            board = position(line)
        elif word == "go":
            answer(manner, line, board)
        elif word == "quit":
            return


def position(line):
    """``position startpos|fen … moves …``"""
    head, _, moves = line.partition(" moves ")
    board = chess.Board() if "startpos" in head else chess.Board(head.split("fen ", 1)[1].strip())
    for move in moves.split():
        board.push_uci(move)
    return board


if __name__ == "__main__":
    main()
