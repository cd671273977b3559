import { invalid, type Ctx } from '#packages/core'
import { claimPicture, releaseOtherPictures, listPictures } from '#kernel/files/server'
import type { AppRow } from '../../application-list.ts'
import { listReadableApplications } from './find-application.ts'

/** Applications hold their pictures under this name. */
export const logoOwner = 'application'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Our pictures have names; its own is kept as the id of the file. */
export const isOwnLogo = (logo: string) => uuid.test(logo)

/** Those who may read the registration may read the picture. */
export const canReadLogo = async (ctx: Ctx, key: string) =>
  (await listReadableApplications(ctx)).apps.some((app) => app.key === key)

/** What a form says: a name, the id of a file, or the link that was told, which changes nothing. */
export function getSubmittedLogo(logo: string, before: string | undefined): string {
  if (!logo.includes('/')) return logo
  if (before === undefined) throw invalid([{ field: 'logo', msg: '请选择图标或上传图片' }])
  return before
}

export async function claimLogo(ctx: Ctx, key: string, logo: string) {
  if (isOwnLogo(logo)) await claimPicture(ctx, { kind: logoOwner, id: key }, logo, 'logo')
}

/** What is neither in force nor asked for is let go of. */
export const keepLogoFiles = (ctx: Ctx, key: string, logos: readonly string[]) =>
  releaseOtherPictures(ctx, { kind: logoOwner, id: key }, logos.filter(isOwnLogo))

/** What stands on a tile: the name of one of our pictures, or a link for whoever asks. */
export async function resolveLogos(ctx: Ctx, apps: readonly Pick<AppRow, 'key' | 'logo'>[]) {
  const own = apps.filter(({ logo }) => isOwnLogo(logo))
  const pictures = await listPictures(
    ctx,
    logoOwner,
    own.map(({ key }) => key),
  )
  return ({ key, logo }: Pick<AppRow, 'key' | 'logo'>): string =>
    isOwnLogo(logo) ? (pictures.get(key)?.find(({ id }) => id === logo)?.url ?? '') : logo
}
