import { use, useEffect, useState, type ComponentType } from 'react'
import { SignInModulesContext } from '#packages/web/light/module-parts.ts'
import type { ExternalSignInMethod } from '../../external-sign-in-method.ts'

/** Loads the sign-in methods of other modules. */
export function useLoadSignInMethods() {
  const loadModules = use(SignInModulesContext)
  return async (): Promise<ExternalSignInMethod[]> =>
    (await loadModules()).flatMap(({ signInMethods = {} }) => Object.values(signInMethods))
}

/** The buttons of the methods that the district uses: loaded once, after the page has rendered. */
export function useSignInButtons() {
  const [buttons, setButtons] = useState<readonly ComponentType[]>([])
  const loadMethods = useLoadSignInMethods()
  useEffect(() => {
    let isUnmounted = false
    const later = setTimeout(() => {
      loadMethods()
        .then((methods) => Promise.all(methods.map(({ loadButton }) => loadButton().catch(() => undefined))))
        .then(
          (loaded) => isUnmounted || setButtons(loaded.flatMap((button) => button?.default ?? [])),
          () => {},
        )
    }, 300)
    return () => {
      isUnmounted = true
      clearTimeout(later)
    }
    // Once per visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return buttons
}
