#include "tests/exchange/example_documents.h"

#include <cstdio>
#include <cstdlib>

#include "tests/exchange/full_session.h"

namespace kernelcast::fixtures {

namespace {

Json parsed(const char* text) {
  auto json = parseJson(text);
  if (!json) {
    std::fprintf(stderr, "%s: %s\n", json.error().message.c_str(), text);
    std::abort();
  }
  return std::move(*json);
}

}  // namespace

const std::map<std::string, Json>& examples() {
  static const std::map<std::string, Json> kExamples = [] {
    const Json summary =
        parsed(R"({"id":"01KV5JE8G0H200SAMP00000001","name":"H200 sample","kind":"evaluation",
      "state":"imported","note":"","created_ms":1781524800000,"policy":"","tasks":["sgemm"],"devices":["NVIDIA H200"],
      "surrogates":["recorded LLM"],"candidates":38,"forecasts":38,"measured":38,"correct":32,"trusted":0,"deferred":0,
      "skipped":0,"audited":0,"tokens":0,"cost":0.0,"gpu_seconds":0.0,
      "best":[{"task":"sgemm","candidate":26,"name":"block128_t8","speedup":3.9}]})");
    const Json figure = parsed(R"({"value":0.5,"low":null,"high":null,"n":32})");
    Json scores = parsed(R"({"bins":"prompt","n":32,"failed":6,"parse_rate":1.0})");
    for (const char* key : {"accuracy", "within_one", "brier", "half_brier", "rps", "log_score", "ece", "mce",
                            "smece", "kendall_tau_b", "spearman", "aurc", "regret_at_10_percent"}) {
      scores[key] = figure;
    }
    return std::map<std::string, Json>{
        {"cli_error", parsed(R"({"error":"there is no session \"x\""})")},
        {"cli_sample", Json{{"library", "a.kcast"}, {"already_there", false}, {"sessions", {summary}}}},
        {"cli_import", Json{{"format", "native"},
                            {"read", 160},
                            {"kept", 159},
                            {"refused", {{{"where", "a.json: forecasts[3]"}, {"reason", "negative"}}}},
                            {"sessions", {summary}}}},
        {"cli_sessions", Json::array({summary})},
        {"cli_candidates", parsed(R"([{"id":"01KV5JE8G0H200SAMP00000001#1","number":1,"name":"thread_per_row",
          "task":"row_softmax","parent":"reference","status":"ok","verdict":"none","speedup":0.0422,"speedup_missing":null,"predicted_bin":1,
          "probabilities":[0.93,0.05,0.02,0,0,0,0,0],"expected_speedup":0.19,"rank_forecast":13,"rank_measured":9},
          {"id":"01KV5JE8G0H200SAMP00000001#9","name":"two_kernels","task":"row_softmax","parent":null,
          "status":"compile_failed","speedup":null,"speedup_missing":"failed","predicted_bin":null,"probabilities":null,"expected_speedup":null,
          "rank_forecast":null,"rank_measured":null}])")},
        {"cli_stats", scores},
        {"cli_search", parsed(R"({"session":"01KV5JE8G0H200SAMP00000001","name":"n","state":"finished",
          "reason":"recording exhausted: reached 8 of 13","best":{"candidate":3,"name":"online_vec4","speedup":1.25},
          "proposed":8,"forecast":7,"trusted":0,"deferred":5,"skipped":2,"audited":1,"measured":6,"correct":5,"tokens":0,
          "cost":0.0,"gpu_seconds":0.0})")},
        {"cli_report", parsed(R"({"sessions":["01KV5JE8G0H200SAMP00000001"],"out":"r.html","bytes":100})")},
        {"cli_task_check",
         parsed(R"({"folder":"t","ok":false,"faults":[],"task":"row_softmax","device":"NVIDIA H200",
          "cases":[{"kind":"benchmark","params":{"rows":4,"seed":1},"tensor_bytes":32,"bytes_moved":32,"operations":20}],
          "plans":[{"file":"reference.cu","ok":false,"faults":["launch plan: the source has none"]}]})")},
        {"cli_bench", parsed(R"([{"candidate":"a.cu","status":"compiled","error":"","cases":[],"speedup":null,
          "resources":[{"name":"f","registers":32,"shared":0,"local":0,"spills":null}],"compile_ms":210.5}])")},
        {"cli_export",
         parsed(R"({"session":"01KV5JE8G0H200SAMP00000001","format":"csv","out":"a.csv","bytes":1})")},
        {"progress", parsed(R"({"session":"01KV5JE8G0H200SAMP00000001","state":"running","step":1,"steps":10,
          "proposed":4,"forecast":4,"trusted":0,"deferred":2,"skipped":2,"audited":0,"measured":2,"correct":2,
          "in_flight":1,"best":null,"reached":4,"recorded":13,"gpu_seconds":0.0,"tokens":0,"cost":0.0,"elapsed_s":1.5,
          "eta_s":null})")},
    };
  }();
  return kExamples;
}

const std::vector<Json>& workerMessages() {
  static const std::vector<Json> kMessages = [] {
    const Json ok = toJson(fixtures::timed(20));
    const Json task = toJson(fixtures::fullSession().tasks[0]);
    return std::vector<Json>{
        parsed(
            R"({"type":"hello","protocol":1,"worker":"kernelcast-bench 0.1.0","device":{"name":"NVIDIA H200"},
                   "sandbox":"bubblewrap"})"),
        parsed(
            R"({"type":"hello","protocol":1,"worker":"kernelcast-bench 0.1.0","device":null,"sandbox":null})"),
        parsed(R"({"type":"compile","id":1,"source":"x","architecture":"sm_90a"})"),
        Json{{"type", "measure"}, {"id", 2}, {"task", task}, {"reference", "r"}, {"source", "x"}},
        parsed(
            R"({"type":"result","id":1,"of":"compile","ok":false,"log":"candidate.cu(3): error","compile_ms":80.5})"),
        Json{{"type", "result"},
             {"id", 2},
             {"of", "measure"},
             {"measurement", ok},
             {"reference", ok},
             {"gpu_seconds", 1.5},
             {"warnings", {"throttled"}}},
        parsed(R"({"type":"error","id":null,"message":"line 3 is not JSON"})"),
        parsed(R"({"type":"log","level":"info","message":"warming up"})"),
    };
  }();
  return kMessages;
}

}  // namespace kernelcast::fixtures
