import type { ComponentProps } from 'react'
import { PasswordField } from '#packages/web/light/field.tsx'
import { LockIcon } from '#packages/web/light/icons.tsx'

type Part = Omit<ComponentProps<typeof PasswordField>, 'label' | 'icon' | 'autoComplete' | 'hint'>

/** A new password, typed twice. */
export function NewPasswordFields({ first, again }: { first: Part; again: Part }) {
  return (
    <>
      <PasswordField
        label="新密码"
        icon={<LockIcon />}
        autoComplete="new-password"
        hint="8位以上，含数字、大小写字母、特殊字符中的3种"
        {...first}
      />
      <PasswordField label="重复密码" icon={<LockIcon />} autoComplete="new-password" {...again} />
    </>
  )
}
