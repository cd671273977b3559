import { useState } from 'react'
import type { SettingKeySchema, SettingState } from '../../contract.ts'

/** The unsaved changes of the page. */
interface Edits {
  given: Readonly<Record<string, unknown>>
  reset: readonly string[]
  fixed: readonly string[]
}

const sameAs = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Only the own rows of a combined list are edited here. */
const startOf = (state: SettingState, { key, isJoined }: SettingKeySchema) =>
  isJoined ? (state.own[key] ?? []) : state.value[key]

export interface SettingDraft {
  /** The state from the server. */
  base: SettingState
  valueOf: (key: SettingKeySchema) => unknown
  isChanged: (key: SettingKeySchema) => boolean
  isReset: (key: SettingKeySchema) => boolean
  isFixed: (key: SettingKeySchema) => boolean
  change: (key: SettingKeySchema, value: unknown) => void
  /** Resets the key to the inherited value, which also removes its lock. */
  reset: (key: SettingKeySchema) => void
  fix: (key: SettingKeySchema, isFixed: boolean) => void
  count: number
  /** The request body. */
  form: { value: Record<string, unknown>; reset: string[]; fixed: string[] | undefined }
  discard: () => void
  /** Replaces the base by a newer state; unsaved changes stay. */
  rebase: (state: SettingState, isSaved: boolean) => void
}

const untouched = (state: SettingState): Edits => ({ given: {}, reset: [], fixed: state.fixedHere })

export function useSettingDraft(state: SettingState): SettingDraft {
  const [base, setBase] = useState(state)
  const [edits, setEdits] = useState(() => untouched(state))
  const { given, reset, fixed } = edits
  const changed = base.schema.keys.filter((key) => touches(base, edits, key))
  // A concurrent change is shown at once if there are no unsaved changes.
  if (state !== base && state.version > base.version && changed.length === 0) {
    setBase(state)
    setEdits(untouched(state))
  }
  return {
    base,
    valueOf: (key) =>
      Object.hasOwn(given, key.key)
        ? given[key.key]
        : reset.includes(key.key)
          ? key.isJoined
            ? []
            : base.inherited[key.key]
          : startOf(base, key),
    isChanged: (key) => changed.includes(key),
    isReset: (key) => reset.includes(key.key),
    isFixed: (key) => fixed.includes(key.key),
    change: (key, value) => {
      const { [key.key]: _before, ...others } = given
      const isBack = sameAs(value, startOf(base, key))
      setEdits({
        given: isBack ? others : { ...others, [key.key]: value },
        reset: reset.filter((name) => name !== key.key),
        fixed,
      })
    },
    reset: (key) => {
      const { [key.key]: _before, ...others } = given
      const isOwn = Object.hasOwn(base.own, key.key)
      setEdits({
        given: others,
        fixed: base.mayFix ? fixed.filter((name) => name !== key.key) : fixed,
        reset: isOwn ? [...reset, key.key] : reset,
      })
    },
    fix: (key, isOn) =>
      setEdits({ ...edits, fixed: isOn ? [...fixed, key.key] : fixed.filter((name) => name !== key.key) }),
    count: changed.length,
    form: {
      value: { ...given },
      reset: [...reset],
      fixed: isSameSet(fixed, base.fixedHere) ? undefined : [...fixed],
    },
    discard: () => setEdits(untouched(base)),
    rebase: (next, isSaved) => {
      setBase(next)
      if (isSaved) setEdits(untouched(next))
    },
  }
}

const touches = (base: SettingState, { given, reset, fixed }: Edits, { key }: SettingKeySchema) =>
  Object.hasOwn(given, key) || reset.includes(key) || fixed.includes(key) !== base.fixedHere.includes(key)

/** The keys that somebody else has changed. */
export const listChangedKeys = (before: SettingState, after: SettingState) =>
  after.schema.keys
    .filter(({ key }) => !sameAs(before.value[key], after.value[key]))
    .map((key) => ({ key, before: before.value[key.key], after: after.value[key.key] }))
