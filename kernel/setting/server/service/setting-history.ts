import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Ctx } from '#packages/core'
import type { SettingHistoryItem } from '../../contract.ts'
import { listVersions } from '../setting-history-queries.ts'
import type { SettingType } from '../setting-types.ts'
import { getSettingType, getSettingOrg } from './setting-state.ts'

const shownAtMost = 100

/** The changes, the newest first. */
export async function listSettingHistory(ctx: Ctx, name: string, orgId: string | null): Promise<SettingHistoryItem[]> {
  const org = await getSettingOrg(ctx, 'read', orgId)
  const type = getSettingType(ctx, name)
  const rows = await listVersions(ctx.db, org.id, type.type, shownAtMost)
  return rows.map(({ version, cause, by, createdAt, value, fixed, beforeValue, beforeFixed }) => ({
    version,
    cause,
    by,
    createdAt: createdAt.toISOString(),
    changes: type.hasTags
      ? listTagChanges(beforeValue, value)
      : listKeyChanges(type, { value: beforeValue ?? {}, fixed: beforeFixed ?? [] }, { value, fixed }),
  }))
}

interface VersionState {
  value: Readonly<Record<string, unknown>>
  fixed: readonly string[]
}

function listKeyChanges(type: SettingType, before: VersionState, after: VersionState) {
  return Object.entries(type.keys)
    .map(([key, spec]) => {
      const present = ({ value }: VersionState) => {
        if (!Object.hasOwn(value, key)) return null
        // The change of a secret is listed without its values.
        if (spec.isSecret) return '******'
        return z.safeEncode(spec.schema, value[key]).data ?? null
      }
      const isNew = !isDeepStrictEqual(before.value[key], after.value[key])
      const [wasFixed, isFixed] = [before.fixed.includes(key), after.fixed.includes(key)]
      return {
        isNew,
        change: { key, title: spec.title, before: present(before), after: present(after), wasFixed, isFixed },
      }
    })
    .filter(({ isNew, change: { wasFixed, isFixed } }) => isNew || wasFixed !== isFixed)
    .map(({ change }) => change)
}

const listTagNames = (value: Readonly<Record<string, unknown>> | null) =>
  ((value?.['tags'] ?? []) as { name: string; isEnabled: boolean }[])
    .filter(({ isEnabled }) => isEnabled)
    .map(({ name }) => name)

const listTagChanges = (before: Readonly<Record<string, unknown>> | null, after: Readonly<Record<string, unknown>>) => [
  {
    key: 'tags',
    title: '标签',
    wasFixed: false,
    isFixed: false,
    before: before ? listTagNames(before) : null,
    after: listTagNames(after),
  },
]
