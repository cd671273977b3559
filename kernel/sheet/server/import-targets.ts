import { orNotFound } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'

const targets = new Map<string, ImportTarget>()

/** Registers the import targets of the modules. */
export function learnTargets(imports: readonly ImportTarget[]) {
  targets.clear()
  for (const target of imports) targets.set(target.key, target)
}

export const getImportTarget = (key: string): ImportTarget => orNotFound(targets.get(key), '导入类型')
