import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Ctx } from '#packages/core'
import type { HistoryItem } from '../../contract.ts'
import { versionsOf } from '../history-queries.ts'
import type { SettingType } from '../registry.ts'
import { namedType, orgFor } from './reading.ts'

const shownAtMost = 100

/** Who changed what, the newest first. */
export async function readHistory(ctx: Ctx, name: string, orgId: string | null): Promise<HistoryItem[]> {
  const org = await orgFor(ctx, 'read', orgId)
  const type = namedType(name)
  const rows = await versionsOf(ctx.db, org.id, type.type, shownAtMost)
  return rows.map(({ version, cause, by, createdAt, value, fixed, beforeValue, beforeFixed }) => ({
    version,
    cause,
    by,
    createdAt: createdAt.toISOString(),
    changes: type.hasTags
      ? wordChanges(beforeValue, value)
      : keyChanges(type, { value: beforeValue ?? {}, fixed: beforeFixed ?? [] }, { value, fixed }),
  }))
}

interface Side {
  value: Readonly<Record<string, unknown>>
  fixed: readonly string[]
}

function keyChanges(type: SettingType, before: Side, after: Side) {
  return Object.entries(type.keys)
    .map(([key, spec]) => {
      const said = ({ value }: Side) => {
        if (!Object.hasOwn(value, key)) return null
        // That a secret was changed is told, what it is or was is not.
        if (spec.isSecret) return '******'
        return z.safeEncode(spec.schema, value[key]).data ?? null
      }
      const isNew = !isDeepStrictEqual(before.value[key], after.value[key])
      const [wasFixed, isFixed] = [before.fixed.includes(key), after.fixed.includes(key)]
      return { isNew, change: { key, title: spec.title, before: said(before), after: said(after), wasFixed, isFixed } }
    })
    .filter(({ isNew, change: { wasFixed, isFixed } }) => isNew || wasFixed !== isFixed)
    .map(({ change }) => change)
}

const wordsIn = (value: Readonly<Record<string, unknown>> | null) =>
  ((value?.['tags'] ?? []) as { name: string; isEnabled: boolean }[])
    .filter(({ isEnabled }) => isEnabled)
    .map(({ name }) => name)

const wordChanges = (before: Readonly<Record<string, unknown>> | null, after: Readonly<Record<string, unknown>>) => [
  {
    key: 'tags',
    title: '标签',
    wasFixed: false,
    isFixed: false,
    before: before ? wordsIn(before) : null,
    after: wordsIn(after),
  },
]
