import { SETTINGS, type SettingDefinition, type SettingName } from './settings-table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFINITIONS = new Map(SETTINGS.map((setting: SettingDefinition) => [setting.name, setting]));

/** Whether the variable is set; one that is empty counts as unset. */
export function isGiven(environment: Environment, name: SettingName): boolean {
  return Boolean(environment[name]?.trim());
}

/** The variable's text, or its default, or nothing. */
export function textOf(environment: Environment, name: SettingName): string {
  return environment[name]?.trim() || (DEFINITIONS.get(name)?.byDefault ?? '');
}

/** What is wrong with the variable by itself. */
export function problemsWith(environment: Environment, name: SettingName): readonly string[] {
  if (!isGiven(environment, name)) return [];
  return DEFINITIONS.get(name)?.check?.(textOf(environment, name), name) ?? [];
}
