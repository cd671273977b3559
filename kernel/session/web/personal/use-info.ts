import { useState } from 'react'
import { codeForm, infoForm, sessionApi, type LoginInfo } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { findStepUpChallenge, type StepUpChallenge } from '#packages/web/desk/step-up.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useForm } from '../forms/use-form.ts'
import { useAvatarChange } from './avatar.tsx'

/**
 * The form of the personal page. A new phone number is sent again with a code: first one of the old number, then one
 * of the new number.
 */
export function useInfoForm(info: LoginInfo, onSaved: () => void) {
  const toast = useToast()
  const renewAvatar = useAvatarChange()
  const [file, setFile] = useState<File>()
  const [pendingStep, setPendingStep] = useState<StepUpChallenge & { fPhone: string }>()
  const stepFor = (fPhone: string) => (pendingStep?.fPhone === fPhone ? pendingStep : undefined)

  const state = useForm<Record<'fSex' | 'fPhone' | 'code' | 'fidCard', string>>({
    start: { fSex: info.sex, fPhone: '', code: '', fidCard: '' },
    check: ({ code, ...form }) => ({
      ...getFormErrors(infoForm, form),
      ...(stepFor(form.fPhone) && getFormErrors(codeForm, { code })),
    }),
    send: async ({ code, ...form }): Promise<void> => {
      const step = stepFor(form.fPhone)
      const fSex = form.fSex as LoginInfo['sex']
      const body = { ...form, fSex, ...(file && { file }), ...(step && { msgId: step.msgId, code }) }
      try {
        await call(sessionApi.updateInfo, { body, noTimeout: true })
      } catch (error) {
        const next = findStepUpChallenge(error)
        if (!next) throw error
        setPendingStep({ ...next, fPhone: form.fPhone })
        state.change({ code: '' })
        return
      }
      toast.success('个人信息已保存')
      if (file) await renewAvatar()
      onSaved()
    },
    onRefused: toast.error,
  })
  return { ...state, file, setFile, step: stepFor(state.form.fPhone) }
}
