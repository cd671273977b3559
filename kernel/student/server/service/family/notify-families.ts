import type { Ctx } from '#packages/core'
import { sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'
import type { ConsentPurpose, FamilyObstacle } from '../../../contract.ts'
import { listFamilies, type FamilyRow } from '../../family-recipient-queries.ts'
import { getConsentStates } from './guardian-consents.ts'

export interface NotifiedChild {
  id: string
  name: string
}

export interface FamilyMessage {
  studentIds: readonly string[]
  template: MessageTemplate
  /** For the {names} in the template. `children`: those of one family, named in one message. */
  values: (children: readonly NotifiedChild[]) => Readonly<Record<string, string>>
  subject: { kind: string; id: string }
  /** A path of the portal that the message leads to. */
  url?: string
  /** The message is about something that needs this consent: families without it get none. */
  consent?: ConsentPurpose
  /** `primary`: the primary guardian, or the next one whom a message reaches. Default: everybody who may see the child. */
  whom?: 'all' | 'primary'
  exceptGuardianId?: string
  /** Also the pupils themselves. */
  alsoPupils?: boolean
  /** Also about children who have left the school. Of those who died nothing is sent. */
  alsoFormer?: boolean
}

export interface FamilyNotification {
  reached: readonly { guardianId: string; personId: string }[]
  /** Why nobody of the family could be notified. */
  obstacle: FamilyObstacle | null
}

interface Family {
  child: NotifiedChild
  orgId: string
  pupilPersonId: string
  result: FamilyNotification
}

/**
 * The only way to send something to families: a guardian with a restriction never gets anything about the child, and
 * nobody who is not bound. One message for all children of a guardian. Returns for each child who was notified, or why
 * nobody was; callers must check the scope of the pupils.
 */
export async function notifyFamilies(ctx: Ctx, message: FamilyMessage): Promise<Map<string, FamilyNotification>> {
  const families = await findFamilies(ctx, message)
  const childrenOf = new Map<string, Family[]>()
  for (const family of families) {
    const { result, pupilPersonId } = family
    const people = new Set(result.reached.map(({ personId }) => personId))
    if (message.alsoPupils && result.obstacle !== 'left') people.add(pupilPersonId)
    for (const personId of people) childrenOf.set(personId, [...(childrenOf.get(personId) ?? []), family])
  }
  const bySameChildren = Map.groupBy(childrenOf, ([, some]) => some.map(({ child }) => child.id).join())
  for (const same of bySameChildren.values()) {
    const [, some] = same[0]!
    await sendMessages(ctx, message.template, {
      to: same.map(([personId]) => personId),
      values: message.values(some.map(({ child }) => child)),
      subject: message.subject,
      orgId: some[0]!.orgId,
      ...(message.url === undefined ? {} : { url: message.url }),
    })
  }
  return new Map(families.map(({ child, result }) => [child.id, result]))
}

/** Why nobody of these families could be notified now; null: somebody could. Callers must check the scope. */
export async function listFamilyObstacles(
  ctx: Ctx,
  studentIds: readonly string[],
): Promise<Map<string, FamilyObstacle | null>> {
  const families = studentIds.length > 0 ? await findFamilies(ctx, { studentIds }) : []
  return new Map(families.map(({ child, result }) => [child.id, result.obstacle]))
}

type GuardianChoice = Pick<FamilyMessage, 'studentIds' | 'consent' | 'whom' | 'exceptGuardianId' | 'alsoFormer'>

/** In the order of the ids. */
async function findFamilies(ctx: Ctx, message: GuardianChoice): Promise<Family[]> {
  const ids = [...new Set(message.studentIds)]
  const rows = Map.groupBy(await listFamilies(ctx.db, ids), ({ studentId }) => studentId)
  const consents = message.consent && (await getConsentStates(ctx, ids, message.consent))
  return ids.flatMap((id) => {
    const some = rows.get(id)
    if (!some) return []
    const { name, orgId, pupilPersonId } = some[0]!
    const hasConsent = !consents || consents.get(id) === 'agreed'
    return [{ child: { id, name }, orgId, pupilPersonId, result: chooseGuardians(some, message, hasConsent) }]
  })
}

function chooseGuardians(
  rows: readonly FamilyRow[],
  { whom = 'all', exceptGuardianId, alsoFormer = false }: GuardianChoice,
  hasConsent: boolean,
): FamilyNotification {
  const obstacle = (reason: FamilyObstacle): FamilyNotification => ({ reached: [], obstacle: reason })
  const [{ status }] = rows as [FamilyRow]
  const isFormer = status !== 'studying' && status !== 'suspended'
  if (status === 'died' || (isFormer && !alsoFormer)) return obstacle('left')
  if (!hasConsent) return obstacle('no-consent')
  const guardians = rows.filter(({ linkStatus }) => linkStatus !== null)
  if (guardians.length === 0) return obstacle('no-guardian')
  const free = guardians.filter(({ isRestricted }) => !isRestricted)
  if (free.length === 0) return obstacle('restricted')
  const bound = free.flatMap(({ linkStatus, guardianId, personId }) =>
    linkStatus === 'active' && guardianId && personId && guardianId !== exceptGuardianId
      ? [{ guardianId, personId }]
      : [],
  )
  if (bound.length === 0) return obstacle('not-bound')
  return { reached: whom === 'primary' ? bound.slice(0, 1) : bound, obstacle: null }
}
