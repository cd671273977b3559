import { computeOnce, listContributions, type App, type Ctx } from '#packages/core'
import { sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'
import type { AlertLevel } from '../contract.ts'
import type { AlertRow } from './alert-queries.ts'

export interface AlertStep {
  /** Unique in the ladder: class-teacher. Stored, so it stays when steps are added. */
  key: string
  /** Whom it notifies: 班主任. */
  title: string
  /** How long after the alert was raised. */
  minutes: number | ((ctx: Ctx, alert: AlertRow) => Promise<number>)
  /**
   * Notifies people in the transaction of the ladder, and returns them. Nobody: the next step follows at once. It must
   * not lock what closes the alert: whoever closes it locks that first, and the alert afterwards.
   */
  notify: (ctx: Ctx, alert: AlertRow) => Promise<readonly string[]>
}

export interface AlertKind {
  code: string
  title: string
  level: AlertLevel
  /** The steps in their order, with minutes that do not fall. */
  ladder: readonly AlertStep[]
  /** What may come of it: { school: '在校' }. */
  outcomes: Readonly<Record<string, string>>
  /** How long whoever takes it on has until the ladder goes on. Without it, it does not go on. */
  acknowledgedMinutes?: (ctx: Ctx, alert: AlertRow) => Promise<number>
  /** Hours of the day in which nobody is notified: the ladder goes on afterwards, with the same distances. */
  quiet?: { from: number; to: number }
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What has to be settled in time, and who is notified when. */
    alerts: AlertKind
  }
}

/** Defines a kind of alert, which the module declares in `alerts`. */
export function defineAlert(kind: AlertKind): AlertKind {
  const keys = new Set(kind.ladder.map(({ key }) => key))
  if (keys.size !== kind.ladder.length) throw new Error(`the ladder of ${kind.code} has two steps of one key`)
  return kind
}

const byCode = computeOnce((kinds: readonly AlertKind[]) => new Map(kinds.map((kind) => [kind.code, kind])))
export const getAlertKinds = (of: { readonly app: App }): ReadonlyMap<string, AlertKind> =>
  byCode(listContributions(of, 'alerts'))

interface StaffStep {
  template: MessageTemplate
  /** Persons: whoever is on duty for it. */
  listPeople: (ctx: Ctx, alert: AlertRow) => Promise<readonly string[]>
  values: (ctx: Ctx, alert: AlertRow) => Promise<Readonly<Record<string, string>>>
  url: string
}

/** A step that sends a message to members of staff. */
export const notifyStaff =
  ({ template, listPeople, values, url }: StaffStep): AlertStep['notify'] =>
  async (ctx, alert) => {
    const people = [...new Set(await listPeople(ctx, alert))]
    if (people.length === 0) return []
    await sendMessages(ctx, template, {
      to: people,
      values: await values(ctx, alert),
      url,
      subject: { kind: template.code, id: alert.id },
      orgId: alert.orgId,
    })
    return people
  }
