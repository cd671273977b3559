import type { PhoneModule } from '#packages/web/core/module.ts'

/** Sign-in with DingTalk. */
export default {
  pages: {
    '/DD': () => import('./phone/dd-page.tsx'),
    '/DDLogin/:ddId': () => import('./phone/dd-return-page.tsx'),
  },
  signInMethods: {
    dingtalk: {
      loadButton: async () => {
        const { isDingTalkEnabled } = await import('./phone/dingtalk-redirect.ts')
        return (await isDingTalkEnabled()) ? import('./phone/dingtalk-button.tsx') : undefined
      },
      signInSilently: async () => (await import('./phone/sign-in-silently.ts')).signInSilently(),
    },
  },
} satisfies PhoneModule
