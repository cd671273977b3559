import type { LoadPhonePage, PhoneModule } from '#packages/web/core/module.ts'
import { phonePageTable } from '../tables/phone-pages.gen.ts'
import { signInMethodTable } from '../tables/sign-in-methods.gen.ts'

const moduleFiles = import.meta.glob<{ default: PhoneModule }>('../../../{kernel,engines,applications}/*/web/phone.ts')

const loadPhoneModule = async (folder: string): Promise<PhoneModule> =>
  (await moduleFiles[`../../../${folder}/web/phone.ts`]?.())?.default ?? {}

/** Loads a part of a module's phone part, by the address or id that the manifest gives it. */
export async function loadPhonePart<Part>(folder: string, id: string, find: (module: PhoneModule) => Part | undefined) {
  const part = find(await loadPhoneModule(folder))
  if (part === undefined) throw new Error(`${folder}/web/phone.ts has no ${id}, which its manifest declares`)
  return part
}

/** The pages of all modules by their addresses. */
export const phonePages: Readonly<Record<string, LoadPhonePage>> = Object.fromEntries(
  phonePageTable.map(({ folder, address }) => [
    address,
    async () => (await loadPhonePart(folder, `page ${address}`, ({ pages }) => pages?.[address]))(),
  ]),
)

/** The pages of staff that are on the desk too, with their permissions. */
export const staffPagePermissions: Readonly<Record<string, string>> = Object.fromEntries(
  phonePageTable.flatMap(({ address, permission }) => (permission === undefined ? [] : [[address, permission]])),
)

export const loadSignInModules = () =>
  Promise.all([...new Set(signInMethodTable.map(({ folder }) => folder))].map(loadPhoneModule))
