import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PhoneModule } from '#packages/web/core/module.ts'
import { SignInModulesContext } from '#packages/web/light/module-parts.ts'
import type { LoginResult } from '../../../contract.ts'
import type { ExternalSignInMethod } from '../../external-sign-in-method.ts'
import { SilentSignIn } from './silent-sign-in.tsx'
import { useSignInButtons } from './use-sign-in-methods.ts'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const refuse = () => Promise.reject(new Error('refused'))
const method = (code: Partial<ExternalSignInMethod>): ExternalSignInMethod => ({
  loadButton: async () => undefined,
  signInSilently: refuse,
  ...code,
})
const show = (modules: readonly PhoneModule[], page: ReactNode) =>
  act(async () =>
    root.render(<SignInModulesContext value={() => Promise.resolve(modules)}>{page}</SignInModulesContext>),
  )

const Buttons = () => useSignInButtons().map((MethodButton, index) => <MethodButton key={index} />)

it('shows the button of each method that the district uses, although another one fails', async () => {
  const button = (label: string) => method({ loadButton: async () => ({ default: () => <button>{label}</button> }) })
  await show(
    [
      { signInMethods: { one: button('一'), unused: method({}) } },
      { signInMethods: { broken: method({ loadButton: refuse }), two: button('二') } },
      {},
    ],
    <Buttons />,
  )
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(document.body.textContent).toBe('一二')
  })
})

const signInSilently = async (...methods: ExternalSignInMethod[]) => {
  const outcome: string[] = []
  const onSignedIn = ({ token }: LoginResult) => void outcome.push(`signed in with ${token}`)
  await show(
    methods.map((one) => ({ signInMethods: { one } })),
    <SilentSignIn onSignedIn={onSignedIn} onTried={() => outcome.push('tried')} />,
  )
  return outcome
}

it('signs in silently with the method that knows the user', async () => {
  const login = { token: '1.a' } as LoginResult
  expect(await signInSilently(method({}), method({ signInSilently: async () => login }))).toEqual([
    'tried',
    'signed in with 1.a',
  ])
})

it.each([[[method({})]], [[]]])('shows the form when no method knows the user (%#)', async (methods) => {
  expect(await signInSilently(...methods)).toEqual(['tried'])
})
