"""Which families of transformers can be heard: a small random model of each is opened, and docs/models.md written.

Each family is opened in a process of its own, so that one that crashes, hangs or grows costs only its row.
"""

import json
import logging
import multiprocessing
import os
import re
import sys
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

from attnlab.files import write_whole

PAGE = Path(__file__).parent.parent / "docs" / "models.md"
PROMISED = (
    "gpt2", "gpt_neox", "llama", "mistral", "qwen2", "qwen3", "gemma2", "gemma3", "phi3", "olmo2", "gpt_oss", "bert",
    "t5", "bart", "marian",
)  # fmt: skip
SECONDS = 90
MOST_PARAMETERS = 30_000_000
# What makes a configuration small, by the names that families give to the same thing.
SMALL = {
    2: "num_hidden_layers n_layer num_layers n_layers encoder_layers decoder_layers num_decoder_layers "
    "num_encoder_layers num_hidden_groups num_key_value_heads num_kv_heads n_kv_heads moe_k num_experts_per_tok top_k "
    "num_encoder_blocks multi_query_group_num num_attention_groups",
    4: "num_attention_heads n_head n_heads num_heads encoder_attention_heads decoder_attention_heads num_experts "
    "num_local_experts n_routed_experts moe_num_experts attention_heads linear_num_key_heads linear_num_value_heads",
    8: "head_dim d_kv kv_channels linear_key_head_dim linear_value_head_dim kv_lora_rank q_lora_rank qk_nope_head_dim "
    "qk_rope_head_dim v_head_dim rotary_dim index_head_dim mamba_d_state state_size index_n_heads index_topk",
    32: "hidden_size n_embd d_model dim emb_dim embedding_size model_dim word_embed_proj_dim decoder_hidden_size "
    "hidden_dim embed_dim",
    64: "intermediate_size n_inner d_ff ffn_dim encoder_ffn_dim decoder_ffn_dim ffn_hidden_size moe_intermediate_size "
    "shared_expert_intermediate_size expert_ffn_hidden_size d_inner moe_ffn_hidden_size",
    128: "vocab_size max_position_embeddings n_positions vocab_size_per_layer_input",
}


def main(*wanted: str) -> None:
    """Write docs/models.md; with names of families, print their rows alone."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    import torch
    import transformers

    transformers.logging.set_verbosity_error()
    torch.set_num_threads(1)
    from attnlab.models import hub  # noqa: F401  # imported once, before the processes part

    names = wanted or tuple(families())
    rows = {}
    for place, name in enumerate(names):
        rows[name] = alone(name)
        print(f"{place + 1}/{len(names)} {name}: {rows[name]['state']}", rows[name].get("why", ""), file=sys.stderr)
    if wanted:
        print(json.dumps(rows, indent=1))
        return
    PAGE.parent.mkdir(exist_ok=True)
    write_whole(PAGE, page(rows))


def families() -> list[str]:
    """Every model type that reads text: one with a head that predicts pieces, or a plain model of text."""
    from transformers.models.auto import modeling_auto as auto

    tables = ("CAUSAL_LM", "SEQ_TO_SEQ_CAUSAL_LM", "MASKED_LM")
    heads = [getattr(auto, f"MODEL_FOR_{table}_MAPPING_NAMES") for table in tables]
    return sorted({name for table in heads for name in table})


def alone(name: str) -> dict[str, Any]:
    """A family's row, from a process of its own."""
    fork = multiprocessing.get_context("fork")
    near, far = fork.Pipe(duplex=False)
    child = fork.Process(target=lambda: far.send(row(name)), daemon=True)
    child.start()
    far.close()
    try:
        found = near.recv() if near.poll(SECONDS) else {"state": "not tried", "why": f"no answer within {SECONDS} s"}
    except EOFError:
        found = {"state": "not tried", "why": "its process died"}
    child.kill()
    child.join()
    return found


def row(name: str) -> dict[str, Any]:
    """Open a small random model of a family and try it."""
    from attnlab.errors import LabError
    from attnlab.models import hub

    try:
        model = small(name)
    except Exception as fault:
        return {"state": "not tried", "why": f"no small model could be made: {short(fault)}"}
    uses = "ALL_ATTENTION_FUNCTIONS" in source_of(model)
    try:
        opened = hub.of(model, name=name)
    except LabError as refusal:
        if refusal.message == "hub-not-run":
            return {"state": "not tried", "why": f"the small model does not run: {refusal.facts['reason']}"}
        words = str(refusal).partition(": ")[2] or str(refusal)
        return {"state": "refused", "why": words.partition(" docs/models.md")[0]}
    except Exception as fault:
        return {"state": "refused", "why": short(fault)}
    proof = opened.proof
    assert proof is not None
    kinds = [("encoder" if site.stack == "encoder" else site.kind) for site in opened.sites]
    return {
        "state": "heard",
        "class": type(model).__name__,
        "kernel": hub._own_kernel_of(model.config),
        "sites": len(opened.sites),
        "kinds": ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)),
        "exact": proof.exact,
        "error": proof.error,
        "moved": min(proof.moved),
        "generates": generates(opened),
        "interface": uses,
    }


def generates(opened: Any) -> str:
    """`yes` where generated maps equal those of one pass over the finished text to 1e-4; else why not."""
    import numpy as np

    from attnlab import trace
    from attnlab.generated import generate

    if not opened.model.can_generate():
        return "no"
    try:
        text = "5 17 33 => 9" if opened.has_encoder else "5 17 33 41 9"
        made = generate(opened, text, 4, min_new_tokens=4)
        again = trace(opened, made.trace.tokens)
        worst = max(
            float(np.abs(made.trace.map(site, head).weight - again.map(site, head).weight).max())
            for site in opened.sites
            for head in range(opened.heads(site))
        )
        return "yes" if worst < 1e-4 else f"apart by {worst:.1e}"
    except Exception as fault:
        return f"not tried: {short(fault)}"


def small(name: str) -> Any:
    """A random model of a family with a few small layers, in float32."""
    import torch
    import transformers
    from transformers.models.auto import modeling_auto as auto

    config = shrunk(transformers.AutoConfig.for_model(name))
    # the head that the family is known for: encoders have a causal one too
    for table in ("SEQ_TO_SEQ_CAUSAL_LM", "MASKED_LM", "CAUSAL_LM"):
        names = getattr(auto, f"MODEL_FOR_{table}_MAPPING_NAMES").get(name)
        if names is not None:
            break
    kind = getattr(transformers, names if isinstance(names, str) else names[0])
    if kind.config_class is not None and not isinstance(config, kind.config_class):
        config = shrunk(kind.config_class())
    with torch.device("meta"):
        count = sum(part.numel() for part in kind(config).parameters())
    if count > MOST_PARAMETERS:
        raise ValueError(f"{count} parameters remain")
    torch.manual_seed(0)
    return kind(config).float().eval()


def shrunk(config: Any) -> Any:
    """The family's default configuration with small sizes; layer lists are cut or drawn anew."""
    known = {key for key in config.to_dict()}
    sizes = {one: size for size, names in SMALL.items() for one in names.split()}
    kept = {key: size for key, size in sizes.items() if isinstance(known_value(config, key), int) and key in known}
    if "qk_rope_head_dim" in kept:
        # latent attention: the head's size follows from its parts, and every head has keys of its own
        kept.pop("head_dim", None)
        kept["num_key_value_heads"] = 4
    for key in known & {"layer_types", "layers_block_type", "mlp_layer_types"}:
        value = known_value(config, key)
        if isinstance(value, list):
            kept[key] = list(dict.fromkeys(value))[:2] * 2
            kept[key] = kept[key][:2]
    for key in known:
        if key.endswith("token_id") and isinstance(known_value(config, key), int):
            kept[key] = min(known_value(config, key), 3)
    try:
        made = type(config)(**kept)
    except Exception:
        made = config
        for key, value in kept.items():
            setattr(made, key, value)
    for key in getattr(type(config), "sub_configs", {}):
        part = getattr(made, key, None)
        if part is not None and hasattr(part, "to_dict"):
            setattr(made, key, shrunk(part))
    return made


def known_value(config: Any, key: str) -> Any:
    try:
        return getattr(config, key, None)
    except Exception:
        return None


def source_of(model: Any) -> str:
    module = sys.modules[type(model).__module__]
    return Path(module.__file__ or os.devnull).read_text(encoding="utf-8")


def short(fault: BaseException) -> str:
    lines = str(fault).strip().splitlines()
    return re.sub(r"\s+", " ", f"{type(fault).__name__}: {lines[0][:120] if lines else ''}")


def page(rows: dict[str, dict[str, Any]]) -> str:
    """docs/models.md."""
    heard = {name: one for name, one in rows.items() if one["state"] == "heard"}
    versions = ", ".join(f"{name} {version(name)}" for name in ("transformers", "torch"))
    tick = {True: "yes", False: "no"}
    lines = [
        "# Which models can be opened",
        "",
        "Written by `./dev bench families`, which opens a small random model of every family of transformers that "
        "reads text. Do not edit.",
        "",
        f"Tried with {versions}. **{len(heard)} of {len(rows)} families are heard.** Promised, and held by tests: "
        + ", ".join(PROMISED)
        + ".",
        "",
        "- **heard**: every attention layer that runs calls attnlab.",
        "- **same**: the logits with a trace are those without it, to the last bit (else within 1e-6).",
        "- **formula**: how far the logits move, of the largest, when attention is computed by the formula instead of "
        "the model's own kernel.",
        "- **moved**: the least that pushing one layer's output moves the logits.",
        "- **generates**: the maps of generated text are those of one pass over the finished text.",
        "",
        "| family | class | kernel | attention layers | same | formula | moved | generates |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, one in heard.items():
        lines.append(
            f"| {name} | {one['class']} | {one['kernel']} | {one['kinds']} | {tick[one['exact']]} "
            f"| {one['error']:.0e} | {one['moved']:.1e} | {one['generates']} |"
        )
    for state, title, words in (
        ("refused", "Refused", "attnlab says this and opens nothing."),
        ("not tried", "Not tried", "The script could not make a small random model of these; the family may work."),
    ):
        some = {name: one for name, one in rows.items() if one["state"] == state}
        lines += ["", f"## {title}", "", words, "", "| family | why |", "|---|---|"]
        lines += [f"| {name} | {one['why'].replace('|', '/')} |" for name, one in some.items()]
    return "\n".join(lines) + "\n"
