import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import type { CaptchaState } from '../../forms/use-captcha.ts'

const CaptchaQuestion = lazyComponent(() => import('./captcha-question.tsx').then((loaded) => loaded.CaptchaQuestion))

/** Empty until the server requires a captcha. */
export const CaptchaRow = ({ captcha }: { captcha: CaptchaState }) =>
  captcha.kind && <CaptchaQuestion captcha={captcha} kind={captcha.kind} />
