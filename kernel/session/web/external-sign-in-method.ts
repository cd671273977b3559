import type { ComponentType } from 'react'
import type { LoginResult } from '../contract.ts'

/** A sign-in method of another module, beside the password and the text message. */
export interface ExternalSignInMethod {
  /** The button on the sign-in page; undefined where the district does not use the method. */
  loadButton: () => Promise<{ default: ComponentType } | undefined>
  /** Signs in inside the app of the method, where the user is known. */
  signInSilently: () => Promise<LoginResult>
}

declare module '#packages/web/core/module.ts' {
  interface PhoneModule {
    /** By the id in the manifest. */
    signInMethods?: Readonly<Record<string, ExternalSignInMethod>>
  }
}
