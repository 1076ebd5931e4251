"""The engines: the same work done in processes and by actors, lost workers replaced, no more taken than is needed."""

import os
import signal
import time
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest
from benchmarks.measure import command_of, started

import attnlab
from attnlab import LabError, engines, shards, sweeps
from attnlab.checks import Settings


def squares():
    return _square


def _square(x):
    return x * x


def slow(seconds):
    return partial(_slow, seconds)


def _slow(seconds, x):
    time.sleep(seconds)
    return os.getpid()


def refuses():
    raise LabError("site-unreadable", site="nowhere")


def dies_at(number):
    return partial(_die_at, number)


def _die_at(number, x):
    if x == number:
        os.kill(os.getpid(), signal.SIGKILL)
    return x


def threads():
    return lambda x: os.environ["OMP_NUM_THREADS"]


@pytest.fixture(scope="module")
def ray(need):
    """One cluster of this machine for all tests of it, started as a sweep starts one."""
    with engines._told(engines.ALONE):
        ray = need("ray")
        engines._start(ray, None, 2)
    yield ray
    ray.shutdown()


@pytest.fixture(params=["local", "ray"])
def engine(request):
    if request.param == "ray":
        request.getfixturevalue("ray")
    return request.param


def test_every_piece_comes_back_once(engine):
    assert sorted(engines.run(engine, squares, iter(range(1, 20)), 2)) == [(x, x * x) for x in range(1, 20)]


def test_no_more_is_taken_than_the_workers_can_have_in_hand(engine):
    taken = []

    def work():
        for x in count(1):
            taken.append(x)
            yield x

    for _ in islice(engines.run(engine, squares, work(), 2), 5):
        pass
    assert len(taken) <= 5 + 2 * engines.AHEAD


def test_what_a_worker_refuses_is_said_here(engine):
    with pytest.raises(LabError, match="nowhere"):
        list(engines.run(engine, refuses, iter([1, 2]), 1))


def test_a_worker_computes_on_one_thread(engine, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    assert [made for _, made in engines.run(engine, threads, iter([1]), 1)] == ["1"]
    assert os.environ["OMP_NUM_THREADS"] == "7"


def test_work_that_kills_its_worker_again_and_again_is_given_up_in_words():
    with pytest.raises(LabError) as fault:
        list(engines.run("local", partial(dies_at, 3), iter(range(1, 9)), 2))
    assert fault.value.message == "engine-workers-lost"


def test_a_piece_that_a_broken_pool_refuses_is_not_lost(monkeypatch):
    """A worker may be lost between two pieces: then it is handing out, and not the answer, that fails."""
    submit, asked = engines.ProcessPoolExecutor.submit, []

    def refuse(pool, *given):
        asked.append(given)
        if len(asked) in (2, 6):
            raise engines.BrokenProcessPool
        return submit(pool, *given)

    monkeypatch.setattr(engines.ProcessPoolExecutor, "submit", refuse)
    assert sorted(engines.run("local", squares, iter(range(1, 10)), 1)) == [(x, x * x) for x in range(1, 10)]


def test_an_ended_run_leaves_no_worker_behind():
    made = engines.run("local", partial(slow, 5), iter(range(1, 9)), 2)
    begun = time.monotonic()
    quick = engines.run("local", squares, iter([1]), 1)
    assert next(quick) == (1, 1)
    quick.close()
    made.close()
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize(("engine", "workers", "message"), [("local", 0, "engine-workers")])
def test_what_cannot_be_is_refused(engine, workers, message):
    with pytest.raises(LabError) as fault:
        engines.run(engine, squares, iter([1]), workers)
    assert fault.value.message == message


TEXTS = ["abcdef", "fedcba", "bdacfe", "cafebd", "abcdef", "ab", "defabc", "hgfedc", "ghabcd", "aabbcc", "fadebc"] * 3
QUICK = Settings(swaps=False, pairs=False)


def test_ray_and_local_give_the_same_rows(ray, need, tmp_path):
    need("pyarrow")
    planned = sweeps.plan("previous", TEXTS, settings=QUICK)
    local = sweeps.sweep(planned, tmp_path / "local")
    there = sweeps.sweep(
        sweeps.plan("previous", TEXTS, settings=QUICK, engine="ray"), tmp_path / "ray", engine="ray", workers=2
    )
    assert [table.to_pylist() for table in shards.tables(there)] == [
        table.to_pylist() for table in shards.tables(local)
    ]
    assert attnlab.open_sweep(there).plan == attnlab.open_sweep(local).plan


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_an_actor_that_is_killed_in_mid_run_is_replaced_and_nothing_is_lost(ray, need, tmp_path):
    need("pyarrow")
    texts = [
        "".join(letters) for letters in zip("abcdefgh" * 30, "bcdefgha" * 30, "hgfedcba" * 30, "aceg" * 60, strict=True)
    ]
    texts = [text + text[::-1] for text in texts] * 2
    planned = sweeps.plan("previous", texts, settings=QUICK)
    whole = sweeps.sweep(planned, tmp_path / "whole")
    killed = []

    def watch(done, total):
        if done > 40 and not killed:
            killed.append(next(one for one in started(os.getpid()) if b"_Actor" in command_of(one)))
            os.kill(killed[0], signal.SIGKILL)

    disturbed = sweeps.sweep(planned, tmp_path / "out", engine="ray", workers=2, watch=watch)
    assert killed
    assert [x.to_pylist() for x in shards.tables(disturbed)] == [x.to_pylist() for x in shards.tables(whole)]


def test_a_cluster_that_is_started_here_listens_on_this_machine_only(ray):
    assert {node["NodeManagerAddress"] for node in ray.nodes()} == {"127.0.0.1"}
