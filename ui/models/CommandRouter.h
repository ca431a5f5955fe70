// Brings a command from wherever it was given (a key, a button, the palette) to the part of the window that
// does it.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <map>

#include "ui/models/CommandTable.h"

namespace kernelcast::ui {

class CommandRouter : public QObject {
  Q_OBJECT

 public:
  using Run = std::function<void()>;
  using WhyNot = std::function<QString()>;  // empty: it may run now

  explicit CommandRouter(QObject* parent = nullptr) : QObject(parent) {}

  // One part does a command, until `owner` is gone; a second one replaces the first.
  void handle(Command command, QObject* owner, Run run, WhyNot whyNot = {});
  // Runs it, or says by refused() why not.
  void trigger(Command command);
  [[nodiscard]] bool isHandled(Command command) const { return handlers_.contains(command); }
  // A sentence; empty where it may run.
  [[nodiscard]] QString whyNot(Command command) const;

 signals:
  void refused(kernelcast::ui::Command command, const QString& sentence);

 private:
  struct Handler {
    QObject* owner = nullptr;
    Run run;
    WhyNot whyNot;
  };
  std::map<Command, Handler> handlers_;
};

}  // namespace kernelcast::ui
