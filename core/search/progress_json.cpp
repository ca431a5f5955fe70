#include "core/search/progress_json.h"

namespace kernelcast::search {

Json toJson(const SearchProgress& p) {
  Json json{{"session", p.session},
            {"state", info(p.state).key},
            {"step", p.step},
            {"steps", p.steps},
            {"proposed", p.counts.proposed},
            {"forecast", p.counts.forecast},
            {"trusted", p.counts.trusted},
            {"deferred", p.counts.deferred},
            {"skipped", p.counts.skipped},
            {"audited", p.counts.audited},
            {"measured", p.counts.measured},
            {"correct", p.counts.correct},
            {"in_flight", p.inFlight},
            {"reached", p.reached},
            {"recorded", p.recorded},
            {"tokens", p.spent.tokens},
            {"cost", p.spent.cost},
            {"gpu_seconds", p.spent.gpuSeconds},
            {"elapsed_s", p.elapsedSeconds},
            {"eta_s", p.etaSeconds ? Json(*p.etaSeconds) : Json(nullptr)}};
  if (!p.reason.empty()) json["reason"] = p.reason;
  if (!p.waiting.empty()) json["waiting"] = p.waiting;
  json["best"] = p.best.candidate == 0 ? Json(nullptr)
                                       : Json{{"candidate", p.best.candidate},
                                              {"name", p.best.name},
                                              {"speedup", p.best.speedup},
                                              {"measured", p.best.measured}};
  return json;
}

}  // namespace kernelcast::search
