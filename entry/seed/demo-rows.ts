import { listContributions } from '#packages/core'
import type { DemoRows, DemoWorld } from '#kernel/org/server/api.ts'
import type { SeedRun } from './seed-run.ts'

/** By key, each after the rows that it needs. */
export function orderDemoRows(all: readonly DemoRows[]): DemoRows[] {
  const byKey = new Map(all.map((rows) => [rows.key, rows]))
  const ordered = new Set<DemoRows>()
  const add = (key: string, waiting: readonly string[]) => {
    const rows = byKey.get(key)
    if (!rows) throw new Error(`no module declares the demo rows ${key}, which ${waiting.at(-1)} needs`)
    if (waiting.includes(key)) throw new Error(`demo rows need each other: ${[...waiting, key].join(' → ')}`)
    for (const before of rows.after ?? []) add(before, [...waiting, key])
    ordered.add(rows)
  }
  for (const key of [...byKey.keys()].toSorted()) add(key, [])
  return [...ordered]
}

/** Creates the rows that modules declare for a demo district. Returns their number by key. */
export async function createDemoRows(
  run: SeedRun,
  world: DemoWorld,
  { isForViewing }: { isForViewing: boolean },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { key, isOnlyForViewing = false, create } of orderDemoRows(listContributions(run, 'demoRows'))) {
    if (isOnlyForViewing !== isForViewing) continue
    counts.set(key, await run.step(`rows ${key}`, (ctx) => create(ctx, world)))
  }
  return counts
}
