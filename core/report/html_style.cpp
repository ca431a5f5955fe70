#include "core/report/html_style.h"

#include <fmt/format.h>

#include "core/report/theme_colours.h"

namespace kernelcast::report {

namespace {

void properties(Markup& out, bool dark) {
  for (const ColourEntry& entry : kColours) {
    out.raw("--")
        .text(entry.key)
        .raw(":")
        .text(fmt::format("#{:06x}", dark ? entry.dark : entry.light))
        .raw(";");
  }
}

}  // namespace

Markup styleSheet() {
  Markup out;
  out.raw("\n:root{color-scheme:light dark;");
  properties(out, false);
  // Dark on a screen only: what is printed is printed on white.
  out.raw("}\n@media screen and (prefers-color-scheme:dark){:root{");
  properties(out, true);
  out.raw("}}\n");
  for (const ColourEntry& entry : kColours) {
    out.raw(".f-").text(entry.key).raw("{fill:var(--").text(entry.key).raw(")}.s-").text(entry.key);
    out.raw("{stroke:var(--").text(entry.key).raw(")}\n");
  }
  out.raw(R"css(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--background);color:var(--ink);font:12.5px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;font-variant-ligatures:no-contextual;overflow-wrap:break-word}
.page{max-width:1144px;margin:0 auto;padding:24px 12px 40px}
h1{font-size:22px;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:0 4px 8px}
h2{font-size:19px;line-height:1.3;font-weight:650;margin:0 0 6px}
h3{font-size:15px;line-height:1.3;font-weight:600;margin:0 0 12px}
h4{font-size:11px;line-height:1.4;font-weight:500;color:var(--muted);margin:14px 0 4px}
h4:first-child{margin-top:0}
p{margin:0 0 8px}
small{font-size:11px;color:var(--muted)}
a{color:inherit;text-decoration-color:var(--line);text-underline-offset:3px}
a:hover{text-decoration-color:currentColor}
.muted{color:var(--muted)}
.nowrap{white-space:nowrap}
.brand{display:flex;align-items:center;gap:8px;color:var(--muted);margin:0 4px 20px}
.brand b{color:var(--ink);font-weight:600}
.brand span{margin-left:auto}
header.session{margin:0 4px 16px}
section.session+section.session{margin-top:48px}
.meta{display:flex;flex-wrap:wrap;gap:2px 24px;margin:0}
.meta div{display:flex;gap:6px}
.meta dt{color:var(--muted);white-space:nowrap}
.meta dd{margin:0}
.cards{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:12px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:9px;padding:16px;min-width:0;display:flex;flex-direction:column}
.card>*{flex:none}
.overview{margin-bottom:32px}
.w4{grid-column:span 4}.w5{grid-column:span 5}.w7{grid-column:span 7}.w8{grid-column:span 8}.w12{grid-column:span 12}
.h2{grid-row:span 2}
.figures{display:flex;flex-wrap:wrap;gap:16px 30px}
.figure{max-width:230px}
.figure b{display:block;font-size:19px;line-height:1.3;font-weight:650}
.figure span{display:block;color:var(--muted);font-size:11px;line-height:1.45}
.best{margin:14px 0 0;padding-top:12px;border-top:1px solid var(--line)}
.best b{font-weight:600}
.note{color:var(--muted);font-size:11px;line-height:1.5;margin:10px 0 0;max-width:100ch}
.note.top{margin:-8px 0 12px}
.empty{color:var(--muted);background:var(--background);border-radius:6px;padding:24px 16px;margin:0;text-align:center}
.card>.empty{flex:1;display:flex;align-items:center;justify-content:center}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:5px 8px;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
th{font-weight:500;font-size:11px;line-height:1.35;color:var(--muted);vertical-align:bottom}
tbody:last-child tr:last-child td{border-bottom:0}
tbody+tbody tr:first-child td{border-top:8px solid transparent}
.num{text-align:right;white-space:nowrap}
th.num{white-space:normal}
.candidates td{white-space:nowrap}
.candidates td.wraps{white-space:normal;overflow-wrap:anywhere;min-width:240px}
.pairs td{white-space:nowrap}
.pairs td:first-child{width:99%;white-space:normal;overflow-wrap:anywhere}
.pairs th.num{min-width:104px}
.misses{margin-top:12px}
td.beside{padding-left:14px!important;color:var(--muted)}
.replay{margin:12px 0 0;padding:8px 12px;max-width:100ch;border-left:3px solid var(--accent);background:var(--panel)}
.why{color:var(--muted);white-space:normal}
.facts{width:auto}
.facts td+td,.facts th+th{padding-left:24px}
.glyph{width:12px;height:12px;margin-right:6px;vertical-align:-1px;flex:none}
.tag{font-size:11px;color:var(--muted);background:var(--background);border-radius:9px;padding:1px 7px;white-space:nowrap}
.halves{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:8px 32px}
.card dl:not(.meta){display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:0}
dt{color:var(--muted)}
dd{margin:0}
.hash{font-size:11px;word-break:break-all}
code,pre{font-variant-ligatures:none;font-family:"JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;padding:12px;background:var(--background);border-radius:6px;font-size:11px;line-height:1.5;max-height:480px;overflow:auto;white-space:pre;tab-size:4;overflow-wrap:normal}
summary{cursor:pointer}
.kernel{border-bottom:1px solid var(--line)}
.kernel:last-child{border-bottom:0}
.kernel>summary{display:flex;align-items:baseline;gap:0 8px;padding:6px 0;list-style:none}
.kernel>summary::-webkit-details-marker{display:none}
.kernel>summary::before{content:"";flex:none;width:5px;height:5px;border:solid var(--muted);border-width:0 1.5px 1.5px 0;transform:translateY(-2px) rotate(-45deg);margin:0 4px 0 1px}
.kernel[open]>summary::before{transform:translateY(-3px) rotate(45deg)}
.kernel>summary b{font-weight:600}
.kernel>summary .glyph{align-self:center;margin:0}
.kernel>summary .place{flex:1}
.kernel>summary .said{min-width:124px;text-align:right}
.kernel>.halves,.kernel>pre{margin:8px 0 16px 14px}
.kernel>.halves{scroll-margin-top:44px}
.logs,.source{margin:0 0 16px 14px}
.source summary{color:var(--muted);padding:2px 0 6px}
.rationale{white-space:pre-line;max-width:72ch}
.chart{display:block;max-width:100%;height:auto}
.chart text{font-size:11px;fill:var(--ink)}
.chart text.f-muted{fill:var(--muted)}
.chart text.small{font-size:10px}
.chart text.count{font-weight:600}
.chart text.halo{paint-order:stroke;stroke:var(--panel);stroke-width:3px;stroke-linejoin:round}
.chart line{stroke-width:1}
.chart .diagonal{stroke-dasharray:4 4}
.chart .trend{stroke-width:1.5;stroke-opacity:.7}
.mark{stroke:var(--panel);stroke-width:.8}
.mark-line{fill:none;stroke-width:1.6;stroke-linecap:round}
.dense{stroke:none;fill-opacity:.75}
.thin{stroke-width:1;stroke-opacity:.8}
.hollow{fill:var(--panel);stroke-width:1.6}
.outline{fill:none;stroke-opacity:.45}
footer{margin:24px 4px 0;color:var(--muted);font-size:11px}
@media (max-width:900px){
.w4,.w5,.w7,.w8{grid-column:span 12}
.h2{grid-row:auto}
.halves{grid-template-columns:minmax(0,1fr)}
.figures{gap:14px 28px}
.w4>.chart,.w5>.chart{margin:0 auto}
.kernel>summary{flex-wrap:wrap}
.kernel>summary .place{flex-basis:60%}
}
@media print{
@page{margin:14mm 12mm}
body{background:none;font-size:10px;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.page{max-width:none;padding:0}
.card{padding:12px;break-inside:avoid}
.card.long{display:block;break-inside:auto}
.w4{grid-column:span 6}.w5{grid-column:span 5}.w7{grid-column:span 7}
.w8 .chart{max-height:112mm}
.halves{grid-template-columns:repeat(2,minmax(0,1fr))}
.on-screen,.kernel:not([open])>summary::before{display:none!important}
.scroll{overflow:visible}
.candidates td,.candidates th{font-size:8px;padding:3px 4px;white-space:normal}
.candidates td.num,.candidates td.name{white-space:nowrap}
.candidates td.wraps{min-width:0;white-space:normal}
.pairs th.num{min-width:0}
tr,.kernel>summary{break-inside:avoid}
thead{display:table-header-group}
h2,h3{break-after:avoid}
pre{max-height:none;white-space:pre-wrap}
a{text-decoration:none}
}
)css");
  return out;
}

}  // namespace kernelcast::report
