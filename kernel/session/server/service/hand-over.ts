import { notSignedIn, Refusal, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { readPerson } from '#kernel/identity/server'
import { readUnit } from '#kernel/org/server'
import { findPlace } from '#kernel/staff/server'
import { familiesOf } from '#kernel/student/server'
import { targetOf, withTicketIn } from '../policy.ts'
import { sessionById } from '../queries.ts'
import { installation } from '../settings.ts'
import { useTicket } from '../ticket-queries.ts'
import { openFamilySession, openStaffSession } from './open-session.ts'
import { isOfBrowser, makeTicket, overdue, withTicket } from './tickets.ts'

const ticketSeconds = 60

/** Where to go, with a one-time ticket in place of {u_t}: only to a path of ours or to a listed application. */
export async function issueTicket(ctx: OwnCtx, redirectUrl: string) {
  const target = targetOf(redirectUrl, ctx.client.origin, installation.trustedOrigins)
  if (!target) throw new Refusal('不能打开该地址：它不在允许的应用之列')
  if (!target.wantsTicket) return { url: target.url }
  const { districtId, accountId, userId, sessionId } = ctx.actor!
  const facts = {
    account_id: accountId,
    user_id: userId,
    session_id: sessionId,
    facts: { app: target.app },
    // Another application has its own pages, where our cookie is not sent; at home only this browser may use it.
    browser_hash: target.isOurs ? ctx.client.browserHash() : null,
    seconds: ticketSeconds,
  }
  const word = await inOwnDistrict(ctx, ({ db }) => makeTicket(db, districtId, 'open-app', facts, ctx.now))
  return { url: target.url.replaceAll(/\{u_t\}|%7Bu_t%7D/gi, word) }
}

/**
 * The address of an application as somebody opens it: with a one-time ticket if the installation trusts its origin.
 * All others get nobody handed over.
 */
export async function handOverTo({ actor, db, now }: Ctx, address: string): Promise<string> {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (!installation.trustedOrigins.includes(url.origin) || url.username || url.password) return address
  const { districtId, accountId, userId, sessionId } = actor
  const facts = {
    account_id: accountId,
    user_id: userId,
    session_id: sessionId,
    facts: { app: url.origin },
    seconds: ticketSeconds,
  }
  return withTicketIn(url, await makeTicket(db, districtId, 'open-app', facts, now))
}

interface Exchange {
  ticket: string
  app: string
  userId: string
  confirm: boolean
}

/**
 * Exchanges a ticket for a session of its own that ends with the one it came from. If somebody else is signed in here,
 * the page has to ask first: otherwise a link could put people to work in a stranger's account without their noticing.
 */
export async function exchangeTicket(ctx: OwnCtx, { ticket: word, app, userId, confirm }: Exchange) {
  return withTicket(ctx, word, ['open-app'], async (db, ticket, districtId) => {
    if (ticket.facts['app'] !== app || !isOfBrowser(ctx, ticket)) throw overdue()
    const parent = await sessionById(db, ticket.sessionId!)
    if (!parent || parent.endedAt || (parent.diesAt ?? parent.expiresAt) <= ctx.now) throw notSignedIn()
    const person = (await readPerson({ db, districtId }, parent.personId))!
    const { name: orgName } = (await readUnit({ db }, parent.orgId))!
    const who = { realName: person.name, orgName }
    if (userId !== '' && userId !== parent.userId && !confirm) return { needsConfirm: true, ...who, session: null }
    if (!(await useTicket(db, ticket.id, ctx.now))) throw overdue()
    const { accountId } = parent
    const opening = {
      districtId,
      accountId,
      person,
      door: 'application',
      notAfter: parent.expiresAt,
      parentId: parent.parentId ?? parent.id,
      factors: parent.factors,
      app,
    } as const
    if (parent.kind === 'staff') {
      const place = await findPlace({ db, now: ctx.now }, parent.userId)
      if (!place) throw notSignedIn()
      return {
        needsConfirm: false,
        ...who,
        session: (await openStaffSession(ctx, db, opening, place, parent.orgId)).result,
      }
    }
    const identity = (await familiesOf({ db, now: ctx.now, districtId }, person.id)).find(
      ({ id }) => id === parent.userId,
    )
    if (!identity) throw notSignedIn()
    return { needsConfirm: false, ...who, session: (await openFamilySession(ctx, db, opening, identity)).result }
  })
}
