// What can be done with the selected kernel: note and tags (undoable), its source copied or opened in an
// editor.
#pragma once

#include <QObject>
#include <memory>

namespace kernelcast::ui {

class InspectorPanel;
struct PageContext;

class KernelActions : public QObject {
  Q_OBJECT

 public:
  // Handles Note, Tag, Undo, CopySource and OpenInEditor, and keeps the inspector's notes up to date.
  KernelActions(const PageContext& context, InspectorPanel& inspector, QObject* parent = nullptr);
  ~KernelActions() override;

 signals:
  // To be said in the window; `path` is a file that it is about, or empty.
  void said(bool failed, const QString& sentence, const QString& path);
  void inspectorWanted();  // something is to be edited there

 private:
  void handleCommands();
  void connectNotes();
  void openInEditor();
  [[nodiscard]] QString whyNoNote() const;  // empty where one may be written
  [[nodiscard]] QString whyNoSource() const;

  std::unique_ptr<PageContext> context_;
  InspectorPanel& inspector_;
};

}  // namespace kernelcast::ui
