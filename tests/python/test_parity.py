"""The names of the package against the list that all hosts share."""

from __future__ import annotations

import copy
import importlib
import inspect
import json
import pickle
import pkgutil

import llm_types
import pytest
from files import TESTS

LIST = json.loads((TESTS / "parity.json").read_text("utf-8"))


def test_the_verbs_are_those_of_every_host() -> None:
    exported = {name: getattr(llm_types, name) for name in llm_types.__all__}
    verbs = {name for name, it in exported.items() if inspect.isroutine(it)}
    classes = {name for name in LIST["everywhere"] if name[0].isupper()}
    assert verbs == {*LIST["everywhere"], *LIST["python_only"]} - classes
    assert all(inspect.isclass(exported[name]) for name in classes)


def test_what_the_modules_export_the_package_does() -> None:
    """Once, and by the class that has the methods where two modules have one of a name.

    The types of drafts have a module of their own; the package has those that builders take.
    """
    private = {"_core", "_given", "_lazy", "_parts", "_plain", "_reading", "_record", "_signs"}
    modules = [
        importlib.import_module(f"llm_types.{it.name}")
        for it in pkgutil.iter_modules(llm_types.__path__)
        if it.name not in {*private, "drafts"}
    ]
    exported = {name for module in modules for name in module.__all__}
    taken = {"OperationResultDraft", "ResponseDraft"}
    assert taken <= set(llm_types.drafts.__all__)
    assert sorted(llm_types.__all__) == sorted(exported | taken | {"version"})
    for name in exported:
        homes = [getattr(module, name) for module in modules if name in module.__all__]
        mine = getattr(llm_types, name)
        assert mine in homes, name
        assert len(homes) == 1 or all(issubclass(mine, home) for home in homes), name


def methods(cls: type) -> set[str]:
    """What a class can do: no fields, and nothing of Python's own."""
    ours = [base for base in cls.__mro__ if base.__module__.startswith("llm_types")]
    return {
        name
        for base in ours
        for name, it in vars(base).items()
        if not name.startswith("_")
        and (isinstance(it, (property, classmethod, staticmethod)) or inspect.isroutine(it))
        and not inspect.ismemberdescriptor(it)
    }


@pytest.mark.parametrize("name", LIST["methods"])
def test_the_methods_are_those_of_every_host(name: str) -> None:
    lists = LIST["methods"][name]
    only = {*lists.get("not_in_rust", {}), *lists.get("python_only", {})}
    assert methods(getattr(llm_types, name)) == {*lists["everywhere"], *only}


def test_an_index_can_be_copied_and_not_pickled() -> None:
    index = llm_types.LineIndex("a\nb")
    for again in (copy.copy(index), copy.deepcopy(index), copy.deepcopy([index])[0]):
        assert again.position(2, "utf-8") == index.position(2, "utf-8")
    with pytest.raises(TypeError, match="cannot pickle a LineIndex: pickle the text"):
        pickle.dumps(index)
    for place in ([1, 2], (1, 2, 3)):
        with pytest.raises(llm_types.LlmTypesError, match="expected a tuple of two integers"):
            index.offset(place, "utf-8")  # type: ignore[arg-type]


def test_a_span_is_a_value() -> None:
    span = llm_types.Span("a.rs", (0, 1), llm_types.LineIndex("ab"))
    assert pickle.loads(pickle.dumps(span)) == span
    assert len({span, llm_types.Span.from_dict(span.to_dict())}) == 1
    assert span < span.shift(1)
    with pytest.raises(AttributeError):
        span.byte_start = 3  # type: ignore[misc]
