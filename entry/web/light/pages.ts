import type { PhoneModule } from '#packages/web/core/module.ts'

const doors = import.meta.glob<{ default: PhoneModule }>('../../../{kernel,engines,applications}/*/web/phone.ts', {
  eager: true,
})

const pages: PhoneModule['pages'] = Object.assign(
  { '/login': () => import('./sign-in/sign-in-page.tsx') },
  ...Object.values(doors).map((door) => door.default.pages),
)

/** Every page is its own chunk: whoever registers a child does not load the sign-in, and the other way round. */
export const findPage = (path: string) => pages[path] ?? (() => import('./not-found.tsx'))
