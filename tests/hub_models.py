"""Small random models of transformers for the hub's tests: made from configurations, never downloaded."""

import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

COMMON = {
    "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
    "intermediate_size": 64, "vocab_size": 100, "max_position_embeddings": 64,
    "bos_token_id": None, "eos_token_id": None, "pad_token_id": 0,
}  # fmt: skip
UNGROUPED = {name: x for name, x in COMMON.items() if name != "num_key_value_heads"}
ENCODER = {name: x for name, x in COMMON.items() if name not in ("num_key_value_heads", "bos_token_id", "eos_token_id")}
BART = {
    "d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "vocab_size": 100,
    "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": None, "eos_token_id": None,
    "forced_eos_token_id": None, "decoder_start_token_id": 2,
}  # fmt: skip
# sdpa knows no soft cap: newer transformers refuse it there, older ones drop it in silence
SOFTCAP = COMMON | {"head_dim": 8, "sliding_window": 4, "attn_implementation": "eager"}
T5 = {
    "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "vocab_size": 100, "pad_token_id": 0,
    "eos_token_id": None, "decoder_start_token_id": 0,
}  # fmt: skip
GPT2 = {
    "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "vocab_size": 100, "bos_token_id": None,
    "eos_token_id": None,
}  # fmt: skip

# family -> (configuration, model, what makes it small)
FAMILIES = {
    "gpt2": ("GPT2Config", "GPT2LMHeadModel", GPT2),
    "gpt_neox": ("GPTNeoXConfig", "GPTNeoXForCausalLM", UNGROUPED),
    "llama": ("LlamaConfig", "LlamaForCausalLM", COMMON),
    "mistral": ("MistralConfig", "MistralForCausalLM", COMMON | {"sliding_window": 4}),
    "qwen2": ("Qwen2Config", "Qwen2ForCausalLM", COMMON),
    "qwen3": ("Qwen3Config", "Qwen3ForCausalLM", COMMON | {"head_dim": 8}),
    "gemma2": ("Gemma2Config", "Gemma2ForCausalLM", SOFTCAP),
    "gemma3": (
        "Gemma3TextConfig", "Gemma3ForCausalLM",
        COMMON | {"head_dim": 8, "sliding_window": 4, "layer_types": ["sliding_attention", "full_attention"]},
    ),
    "phi3": ("Phi3Config", "Phi3ForCausalLM", COMMON),
    "olmo2": ("Olmo2Config", "Olmo2ForCausalLM", COMMON),
    "gpt_oss": (
        "GptOssConfig", "GptOssForCausalLM",
        COMMON | {"head_dim": 8, "sliding_window": 4, "num_local_experts": 2, "num_experts_per_tok": 1},
    ),
    "bert": ("BertConfig", "BertForMaskedLM", ENCODER),
    "t5": ("T5Config", "T5ForConditionalGeneration", T5),
    "bart": ("BartConfig", "BartForConditionalGeneration", BART),
    "marian": ("MarianConfig", "MarianMTModel", BART),
    "distilbert": (
        "DistilBertConfig", "DistilBertForMaskedLM",
        {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64, "vocab_size": 100, "max_position_embeddings": 64},
    ),
    "albert": ("AlbertConfig", "AlbertForMaskedLM", ENCODER | {"embedding_size": 16, "num_hidden_layers": 3}),
    "qwen3_next": (
        "Qwen3NextConfig", "Qwen3NextForCausalLM",
        COMMON | {
            "num_hidden_layers": 4, "head_dim": 8, "num_experts": 2, "num_experts_per_tok": 1,
            "moe_intermediate_size": 32, "shared_expert_intermediate_size": 32, "linear_num_key_heads": 2,
            "linear_num_value_heads": 2, "linear_key_head_dim": 8, "linear_value_head_dim": 8,
        },
    ),
    "stablelm": ("StableLmConfig", "StableLmForCausalLM", COMMON),
    "falcon": ("FalconConfig", "FalconForCausalLM", COMMON),
    "bloom": ("BloomConfig", "BloomForCausalLM", {"hidden_size": 32, "n_layer": 2, "n_head": 4, "vocab_size": 100}),
    "gpt_neo": (
        "GPTNeoConfig", "GPTNeoForCausalLM",
        {
            "hidden_size": 32, "num_layers": 2, "num_heads": 4, "vocab_size": 100,
            "attention_types": [[["global", "local"], 1]],
        },
    ),
}  # fmt: skip
PROMISED = (
    "gpt2", "gpt_neox", "llama", "mistral", "qwen2", "qwen3", "gemma2", "gemma3", "phi3", "olmo2", "gpt_oss", "bert",
    "t5", "bart", "marian",
)  # fmt: skip
TEXT = "5 17 33 9 22 71"
PAIR = "5 17 33 9 22 71 => 12 8 40"


def make(family, *, seed=0, spread=0.2, **changes):
    """A random model whose heads differ: weights are drawn wider than transformers draws them."""
    import torch
    import transformers

    torch.set_num_threads(1)
    config, kind, sizes = FAMILIES[family]
    torch.manual_seed(seed)
    model = getattr(transformers, kind)(getattr(transformers, config)(**sizes | changes))
    for part in model.parameters():
        if part.ndim > 1:
            torch.nn.init.normal_(part, std=spread)
    return model.eval()


def text_for(opened):
    """A text that a model opened without a tokenizer can read."""
    return PAIR if opened.has_encoder else TEXT


def eager_maps(model, tokens):
    """The weights that transformers' own eager path gives for one text, in the order in which layers are met."""
    import torch

    ids = torch.tensor([tokens.ids])
    # part by part: in transformers 5.15 T5's stacks hold copies of the configuration
    configs = {id(part.config): part.config for part in model.modules() if hasattr(part, "config")}.values()
    before = [(config, config._attn_implementation) for config in configs]
    for config, _ in before:
        config._attn_implementation_internal = "eager"
    try:
        with torch.no_grad():
            if tokens.source is None:
                out = model(input_ids=ids, output_attentions=True)
                return {"decoder": out.attentions, "encoder": out.attentions}
            out = model(input_ids=torch.tensor([tokens.source.ids]), decoder_input_ids=ids, output_attentions=True)
            return {"decoder": out.decoder_attentions, "encoder": out.encoder_attentions, "cross": out.cross_attentions}
    finally:
        for config, own in before:
            config._attn_implementation_internal = own
