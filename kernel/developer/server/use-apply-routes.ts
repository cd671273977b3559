import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '#packages/contract'
import { getOutsideAccount, maskPhone } from '#kernel/identity/server/api.ts'
import { provePhones, sendPhoneCodes } from '#kernel/session/server/api.ts'
import { mountOutside, type OutsideCtx } from '#packages/http'
import { platformDeveloperApi, useApplyApi, type CompanyInfo } from '../contract-developers.ts'
import { ownApisApi } from '../contract-own-apis.ts'
import { applyForApi, getOwnQuota, listOwnApis, listOwnCalls } from './developer-apis.ts'
import {
  getOwnApplication,
  getOwnHistory,
  listOwnApplications,
  listOwnMessages,
  listOwnSecrets,
  renewOwnSecret,
  revokeOwnSecret,
  saveOwnApplication,
  withdrawOwnApplication,
} from './developer-applications.ts'
import {
  addMember,
  changeMember,
  changePhone,
  decideDeveloper,
  getDeveloperOf,
  listDevelopers,
  listMembersOf,
  removeMember,
  saveCompany,
  type Developer,
} from './developer-companies.ts'
import { applyPlatformDecision } from './developer-stops.ts'
import { listOpenDistricts, updateDistricts } from './developer-districts.ts'

const getCaller = ({ cells, actor }: OutsideCtx): Promise<Developer> => getDeveloperOf(cells, actor.accountId)

async function getInfo(ctx: OutsideCtx): Promise<CompanyInfo> {
  const { company, creditCode, contact, phone, status, reason, name, role, isOwner, version, id } = await getCaller(ctx)
  const own = (await getOutsideAccount(ctx.cells, 'developer', ctx.actor.accountId))?.profile.phone ?? ''
  return {
    company,
    creditCode,
    contact,
    phone: maskPhone(phone),
    status,
    reason,
    name,
    ownPhone: maskPhone(own),
    role,
    isOwner,
    version,
    members: isOwner ? await listMembersOf(ctx.cells, id) : [],
    districts: await listOpenDistricts(ctx.cells),
  }
}

async function updatePhone(ctx: OutsideCtx, body: BodyOf<typeof useApplyApi.updatePhone>) {
  const developer = await getCaller(ctx)
  await changePhone(ctx, developer, await provePhones(ctx, body))
  await updateDistricts(ctx, developer.id)
  return null
}

async function saveProfile(ctx: OutsideCtx, body: BodyOf<typeof useApplyApi.saveCompany>) {
  const developer = await getCaller(ctx)
  const saved = await saveCompany(ctx, developer, body)
  await updateDistricts(ctx, developer.id)
  return saved
}

async function saveMember(ctx: OutsideCtx, body: BodyOf<typeof useApplyApi.saveMember>) {
  const developer = await getCaller(ctx)
  const nothing = { oneTimePassword: '' }
  const answer = body.act === 'add' ? await addMember(ctx, developer, body) : nothing
  if (body.act === 'change') await changeMember(ctx, developer, body)
  if (body.act === 'remove') await removeMember(ctx, developer, body.accountId)
  await updateDistricts(ctx, developer.id)
  return answer
}

/**
 * The routes of signed-in developers, where every application is looked up among those of the own company, and those of
 * platform administrators about companies.
 */
export function mountUseApplyRoutes(app: FastifyInstance) {
  mountOutside(app, useApplyApi.info, getInfo)
  mountOutside(app, useApplyApi.saveCompany, (ctx, { body }) => saveProfile(ctx, body))
  mountOutside(app, useApplyApi.sendPhoneCodes, (ctx, { body }) => sendPhoneCodes(ctx, body.phone))
  mountOutside(app, useApplyApi.updatePhone, (ctx, { body }) => updatePhone(ctx, body))
  mountOutside(app, useApplyApi.saveMember, (ctx, { body }) => saveMember(ctx, body))
  mountOutside(app, useApplyApi.myApps, async (ctx, { query }) => listOwnApplications(ctx, await getCaller(ctx), query))
  mountOutside(app, useApplyApi.myApp, async (ctx, { query }) =>
    getOwnApplication(ctx, await getCaller(ctx), query.fAppKey),
  )
  mountOutside(app, useApplyApi.apply, async (ctx, { body }) => {
    const saved = await saveOwnApplication(ctx, await getCaller(ctx), body)
    ctx.note(saved.key)
    return saved
  })
  mountOutside(app, useApplyApi.withdraw, async (ctx, { body }) => {
    await withdrawOwnApplication(ctx, await getCaller(ctx), body.fAppKey)
    return null
  })
  mountOutside(app, useApplyApi.history, async (ctx, { query }) =>
    getOwnHistory(ctx, await getCaller(ctx), query.fAppKey),
  )
  mountOutside(app, useApplyApi.secrets, async (ctx, { query }) =>
    listOwnSecrets(ctx, await getCaller(ctx), query.fAppKey),
  )
  mountOutside(app, useApplyApi.resetSecret, async (ctx, { body }) => renewOwnSecret(ctx, await getCaller(ctx), body))
  mountOutside(app, useApplyApi.revokeSecret, async (ctx, { body }) => revokeOwnSecret(ctx, await getCaller(ctx), body))
  mountOutside(app, ownApisApi.ownApis, async (ctx, { query }) => listOwnApis(ctx, await getCaller(ctx), query.fAppKey))
  mountOutside(app, ownApisApi.applyApi, async (ctx, { body }) => {
    const { id } = await applyForApi(ctx, await getCaller(ctx), body)
    ctx.note(id)
    return { id }
  })
  mountOutside(app, ownApisApi.quota, async (ctx, { query }) => getOwnQuota(ctx, await getCaller(ctx), query.fAppKey))
  mountOutside(app, ownApisApi.callLog, async (ctx, { query }) => listOwnCalls(ctx, await getCaller(ctx), query))
  mountOutside(app, useApplyApi.messages, async (ctx, { query }) => listOwnMessages(ctx, await getCaller(ctx), query))
  mountOutside(app, platformDeveloperApi.companies, (ctx, { query }) => listDevelopers(ctx.cells, query))
  mountOutside(app, platformDeveloperApi.decideCompany, async (ctx, { body }) => {
    const decided = await decideDeveloper(ctx, ctx.actor.accountId, body)
    await applyPlatformDecision(ctx, { id: body.id, isStopped: decided.status === 3, reason: body.reason })
    return decided
  })
}
