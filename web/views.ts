/** What the server answers, by the names Python gives it; the shapes are generated, see `npm run types`. */

import type { components } from "./api.ts";

type Schemas = components["schemas"];

export type ModelView = Schemas["ModelView"];
export type SiteView = Schemas["SiteView"];
export type PieceView = Schemas["PieceView"];
export type HeadView = Schemas["HeadView"];
export type MapView = Schemas["MapView"];
export type KeyView = Schemas["KeyView"];
export type RowView = Schemas["RowView"];
export type TargetView = Schemas["TargetView"];
export type SymbolView = Schemas["SymbolView"];
export type EditView = Schemas["EditView"];
export type TileView = Schemas["TileView"];
export type EffectView = Schemas["EffectView"];
export type OthersView = Schemas["OthersView"];
export type LoadView = Schemas["LoadView"];
export type LoadsView = Schemas["LoadsView"];
export type LookView = Schemas["LookView"];
export type EffectsView = Schemas["EffectsView"];
export type EffectHeadView = Schemas["EffectHeadView"];
export type EffectFieldView = Schemas["EffectFieldView"];
export type EdgeView = Schemas["EdgeView"];
export type SurveyView = Schemas["SurveyView"];
export type SurveyJobView = Schemas["SurveyJobView"];
export type Figure = Schemas["Figure"];
export type Verdict = Schemas["Verdict"];
export type Ablation = Schemas["Ablation"];
export type CheckView = Schemas["CheckView"];
export type CheckWish = Schemas["CheckWish"];
export type AskedView = Schemas["AskedView"];
export type JobView = Schemas["JobView"];
export type ErrorView = Schemas["ErrorView"];
export type ExperimentView = Schemas["ExperimentView"];
export type ExperimentsView = Schemas["ExperimentsView"];
export type SettingView = Schemas["SettingView"];
export type RunView = Schemas["RunView"];
export type RunWish = Schemas["RunWish"];
export type ResultView = Schemas["ResultView"];
export type PanelView = Schemas["PanelView"];
export type SizeView = Schemas["SizeView"];
export type SizeWish = Schemas["SizeWish"];
export type PresetsView = Schemas["PresetsView"];
export type FieldsView = Schemas["FieldsView"];
export type CellState = KeyView["state"];
