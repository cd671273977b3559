import type { FastifyInstance } from 'fastify'
import { mount, mountOutside } from '#packages/http'
import { outsideApi } from '../contract-outside.ts'
import {
  finishDeveloperSignIn,
  finishPlatformSignIn,
  getOutsideUser,
  sendDeveloperCode,
  signInDeveloper,
  signInPlatform,
  signOutOutside,
} from './service/outside-sign-in.ts'

export function mountOutsideRoutes(app: FastifyInstance) {
  mount(app, outsideApi.platformLogin, (ctx, { body }) => signInPlatform(ctx, body))
  mount(app, outsideApi.platformCode, (ctx, { body }) => finishPlatformSignIn(ctx, body))
  mountOutside(app, outsideApi.platformUser, getOutsideUser)
  mountOutside(app, outsideApi.platformLogout, signOutOutside)
  mount(app, outsideApi.developerLogin, (ctx, { body }) => signInDeveloper(ctx, body))
  mount(app, outsideApi.developerSendCode, (ctx, { body }) => sendDeveloperCode(ctx, body.ticket))
  mount(app, outsideApi.developerCode, (ctx, { body }) => finishDeveloperSignIn(ctx, body))
  mountOutside(app, outsideApi.developerUser, getOutsideUser)
  mountOutside(app, outsideApi.developerLogout, signOutOutside)
}
