import { notSignedIn, Refusal, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { getPerson } from '#kernel/identity/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { findMembership } from '#kernel/staff/server/api.ts'
import { listFamilyIdentities } from '#kernel/student/server/api.ts'
import { parseRedirectTarget, addTicketToUrl } from '../policy.ts'
import { findSessionById } from '../session-queries.ts'
import { getSignInSettings } from '../settings.ts'
import { consumeTicket } from '../ticket-queries.ts'
import { openFamilySession, openStaffSession } from './open-session.ts'
import { isTicketOfBrowser, createOneTimeTicket, ticketExpired, withTicket } from './tickets.ts'

const ticketSeconds = 60

/** The target URL with a one-time ticket in place of {u_t}: only for portal paths and listed applications. */
export async function issueApplicationTicket(ctx: RequestCtx, redirectUrl: string) {
  const target = parseRedirectTarget(redirectUrl, ctx.client.origin, getSignInSettings(ctx).trustedOrigins)
  if (!target) throw new Refusal('不能打开该地址：它不在允许的应用之列')
  if (!target.wantsTicket) return { url: target.url }
  const { districtId, accountId, userId, sessionId } = ctx.actor!
  const facts = {
    account_id: accountId,
    user_id: userId,
    session_id: sessionId,
    facts: { app: target.app },
    // External applications have their own pages, where our cookie is not sent; a portal ticket is bound to this
    // browser.
    browser_hash: target.isOurs ? ctx.client.browserHash() : null,
    seconds: ticketSeconds,
  }
  const token = await inOwnDistrict(ctx, ({ db }) => createOneTimeTicket(db, districtId, 'open-app', facts, ctx.now))
  return { url: target.url.replaceAll(/\{u_t\}|%7Bu_t%7D/gi, token) }
}

/**
 * The URL of an application with a one-time ticket if the installation trusts its origin; other applications get none.
 */
export async function getHandOverUrl(ctx: Ctx, address: string): Promise<string> {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (!getSignInSettings(ctx).trustedOrigins.includes(url.origin) || url.username || url.password) return address
  const { actor, db, now } = ctx
  const { districtId, accountId, userId, sessionId } = actor
  const facts = {
    account_id: accountId,
    user_id: userId,
    session_id: sessionId,
    facts: { app: url.origin },
    seconds: ticketSeconds,
  }
  return addTicketToUrl(url, await createOneTimeTicket(db, districtId, 'open-app', facts, now))
}

interface TicketExchange {
  ticket: string
  app: string
  userId: string
  confirm: boolean
}

/**
 * Exchanges a ticket for a session that ends with its parent session. If another person is signed in here, the page has
 * to ask first: otherwise a link could make people work in a stranger's account unnoticed.
 */
export async function exchangeApplicationTicket(
  ctx: RequestCtx,
  { ticket: token, app, userId, confirm }: TicketExchange,
) {
  return withTicket(ctx, token, ['open-app'], async (db, ticket, districtId) => {
    if (ticket.facts['app'] !== app || !isTicketOfBrowser(ctx, ticket)) throw ticketExpired()
    const parent = await findSessionById(db, ticket.sessionId!)
    if (!parent || parent.endedAt || (parent.graceEndsAt ?? parent.expiresAt) <= ctx.now) throw notSignedIn()
    const person = (await getPerson({ db, districtId }, parent.personId))!
    const { name: orgName } = (await findUnitById({ db }, parent.orgId))!
    const who = { realName: person.name, orgName }
    if (userId !== '' && userId !== parent.userId && !confirm) return { needsConfirm: true, ...who, session: null }
    if (!(await consumeTicket(db, ticket.id, ctx.now))) throw ticketExpired()
    const { accountId } = parent
    const opening = {
      districtId,
      accountId,
      person,
      signInMethod: 'application',
      notAfter: parent.expiresAt,
      parentId: parent.parentId ?? parent.id,
      factors: parent.factors,
      app,
    } as const
    if (parent.kind === 'staff') {
      const membership = await findMembership({ db, now: ctx.now }, parent.userId)
      if (!membership) throw notSignedIn()
      return {
        needsConfirm: false,
        ...who,
        session: (await openStaffSession(ctx, db, opening, membership, parent.orgId)).result,
      }
    }
    const identity = (await listFamilyIdentities({ db, now: ctx.now, districtId }, person.id)).find(
      ({ id }) => id === parent.userId,
    )
    if (!identity) throw notSignedIn()
    return { needsConfirm: false, ...who, session: (await openFamilySession(ctx, db, opening, identity)).result }
  })
}
