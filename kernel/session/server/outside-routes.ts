import type { FastifyInstance } from 'fastify'
import { mount, mountOutside } from '#packages/http'
import { outsideApi } from '../contract-outside.ts'
import { beginDeveloperReset, changeOwnOutsidePassword, resetDeveloperPassword } from './service/outside-passwords.ts'
import {
  finishDeveloperSignIn,
  finishPlatformSignIn,
  finishWithNewPassword,
  getOutsideUser,
  sendDeveloperCode,
  signInDeveloper,
  signInPlatform,
  signOutOutside,
} from './service/outside-sign-in.ts'

export function mountOutsideRoutes(app: FastifyInstance) {
  mount(app, outsideApi.platformLogin, (ctx, { body }) => signInPlatform(ctx, body))
  mount(app, outsideApi.platformCode, (ctx, { body }) => finishPlatformSignIn(ctx, body))
  mount(app, outsideApi.platformFirstPwd, (ctx, { body }) =>
    finishWithNewPassword(ctx, 'platform', outsideApi.platformFirstPwd, body),
  )
  mountOutside(app, outsideApi.platformUpdatePwd, (ctx, { body }) => changeOwnOutsidePassword(ctx, body))
  mountOutside(app, outsideApi.platformUser, getOutsideUser)
  mountOutside(app, outsideApi.platformLogout, signOutOutside)
  mount(app, outsideApi.developerLogin, (ctx, { body }) => signInDeveloper(ctx, body))
  mount(app, outsideApi.developerSendCode, (ctx, { body }) => sendDeveloperCode(ctx, body.ticket))
  mount(app, outsideApi.developerCode, (ctx, { body }) => finishDeveloperSignIn(ctx, body))
  mount(app, outsideApi.developerFirstPwd, (ctx, { body }) =>
    finishWithNewPassword(ctx, 'developer', outsideApi.developerFirstPwd, body),
  )
  mount(app, outsideApi.developerForgotPwd, (ctx, { body }) => beginDeveloperReset(ctx, body.phone))
  mount(app, outsideApi.developerResetPwd, (ctx, { body }) => resetDeveloperPassword(ctx, body))
  mountOutside(app, outsideApi.developerUpdatePwd, (ctx, { body }) => changeOwnOutsidePassword(ctx, body))
  mountOutside(app, outsideApi.developerUser, getOutsideUser)
  mountOutside(app, outsideApi.developerLogout, signOutOutside)
}
