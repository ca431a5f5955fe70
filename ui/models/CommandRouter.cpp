#include "ui/models/CommandRouter.h"

namespace kernelcast::ui {

void CommandRouter::handle(Command command, QObject* owner, Run run, WhyNot whyNot) {
  handlers_[command] = {owner, std::move(run), std::move(whyNot)};
  connect(owner, &QObject::destroyed, this, [this, command, owner] {
    const auto found = handlers_.find(command);
    if (found != handlers_.end() && found->second.owner == owner) handlers_.erase(found);
  });
}

QString CommandRouter::whyNot(Command command) const {
  const auto found = handlers_.find(command);
  if (found == handlers_.end()) return QStringLiteral("Nothing here can do this now.");
  return found->second.whyNot ? found->second.whyNot() : QString();
}

void CommandRouter::trigger(Command command) {
  const QString reason = whyNot(command);
  if (!reason.isEmpty()) {
    emit refused(command, reason);
    return;
  }
  // A copy: what it runs may take its own handler away.
  const Run run = handlers_.at(command).run;
  run();
}

}  // namespace kernelcast::ui
