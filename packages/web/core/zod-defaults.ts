/**
 * zod reads its settings from this global object when it is loaded. It is set directly and not by `z.config`, because
 * boot.ts has no zod, and schemas are created as soon as a contract is loaded.
 */
export const setZodDefaults = () =>
  void Object.assign(globalThis, {
    __zod_globalConfig: {
      // Our pages may not compile code, and Trusted Types would report each attempt.
      jitless: true,
      // Rules without a message of their own.
      localeError: () => '填写不正确',
    },
  })
