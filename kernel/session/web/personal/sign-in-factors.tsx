import { CheckCircleFilled, DingdingOutlined, KeyOutlined, MessageOutlined, SafetyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sessionApi, type PasskeyItem } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { formatDayTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { updateSessionUser, useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { canUsePasskeys } from '../passkeys.ts'
import { PasskeyDialog, RemoveDialog, TotpDialog } from './factor-dialogs.tsx'
import UnbindDialog from './unbind-dialog.tsx'
import styles from './devices-page.module.css'

type FactorDialog = { at: 'totp' } | { at: 'passkey' } | { at: 'remove'; what: string; id?: string } | { at: 'unbind' }

export const useSignInFactors = () =>
  useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => call(sessionApi.factors, { signal }),
    staleTime: 0,
  })

/** 登录验证方式: second factors of the user. */
export function SignInFactors({
  data,
  error,
  refetch,
}: Pick<ReturnType<typeof useSignInFactors>, 'data' | 'error' | 'refetch'>) {
  const toast = useToast()
  const isWeak = useSession((session) => session.user?.isWeak)
  const [dialog, setDialog] = useState<FactorDialog>()
  const close = () => setDialog(undefined)
  const done = (message: string) => {
    close()
    toast.success(message)
    void refetch()
    // Permissions that were suspended because the session had one factor are active now: the menu must be reloaded.
    if (isWeak) {
      updateSessionUser({ isWeak: false })
      location.assign('/')
    }
  }
  return (
    <section aria-labelledby="factors">
      <div className={styles['line']}>
        <h2 id="factors" className={styles['title']}>
          登录验证方式
        </h2>
        <span className={styles['note']}>登录或做重要操作时，用其中一种证明是您本人</span>
      </div>
      {error && !data ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles['list']}>
          {data ? (
            <>
              <Row icon={MessageOutlined} name="短信验证码" facts={[data.phone || '没有登记手机号']} />
              <Row
                icon={SafetyOutlined}
                name="动态口令"
                isOn={data.totpSince !== null}
                facts={[
                  data.totpSince
                    ? `开启于 ${formatDayTime(data.totpSince)}`
                    : '用手机验证器里的 6 位数字，没有信号也能用',
                ]}
              >
                {data.totpSince ? (
                  <Button danger onClick={() => setDialog({ at: 'remove', what: '动态口令' })}>
                    移除
                  </Button>
                ) : (
                  <Button onClick={() => setDialog({ at: 'totp' })}>添加动态口令</Button>
                )}
              </Row>
              {data.passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRemove={() => setDialog({ at: 'remove', what: `通行密钥“${passkey.name}”`, id: passkey.id })}
                />
              ))}
              <Row icon={KeyOutlined} name="通行密钥" facts={[getPasskeyHint(data.canAddPasskey)]}>
                {data.canAddPasskey && canUsePasskeys() && (
                  <Button onClick={() => setDialog({ at: 'passkey' })}>添加通行密钥</Button>
                )}
              </Row>
              {data.isBound && (
                <Row icon={DingdingOutlined} name="钉钉" isOn facts={['已绑定，可以用钉钉登录']}>
                  <Button danger onClick={() => setDialog({ at: 'unbind' })}>
                    解除绑定
                  </Button>
                </Row>
              )}
            </>
          ) : (
            <li>
              <SkeletonLines widths={[40, 56, 48]} />
            </li>
          )}
        </ul>
      )}
      {dialog?.at === 'totp' && <TotpDialog onClose={close} onDone={done} />}
      {dialog?.at === 'passkey' && <PasskeyDialog onClose={close} onDone={done} />}
      {dialog?.at === 'remove' && (
        <RemoveDialog what={dialog.what} {...(dialog.id && { id: dialog.id })} onClose={close} onDone={done} />
      )}
      {dialog?.at === 'unbind' && <UnbindDialog onClose={close} />}
    </section>
  )
}

function getPasskeyHint(canAdd: boolean) {
  if (!canUsePasskeys()) return '此浏览器不支持'
  return canAdd ? '用指纹、面容、锁屏密码或安全密钥验证，不怕钓鱼网站' : '请从平台的正式网址打开后添加'
}

interface RowProps {
  icon: Icon
  name: string
  isOn?: boolean
  facts: readonly string[]
  children?: ReactNode
}

function Row({ icon, name, isOn = false, facts, children }: RowProps) {
  return (
    <li className={styles['row']}>
      <span className={styles['icon']}>
        <Glyph of={icon} />
      </span>
      <div className={styles['words']}>
        <p className={styles['name']}>
          {name}
          {isOn && (
            <StatusTag tone="success" icon={CheckCircleFilled}>
              已开启
            </StatusTag>
          )}
        </p>
        <p className={`${styles['facts']} ${dots['dotted']}`}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      {children}
    </li>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: PasskeyItem; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, isHere } = passkey
  const facts = [
    `添加于 ${formatDayTime(createdAt)}`,
    lastUsedAt ? `最近使用 ${formatTimeAgo(lastUsedAt)}` : '还没有用过',
    ...(isHere ? [] : ['只能在添加它的网址使用']),
  ]
  return (
    <Row icon={KeyOutlined} name={name} isOn={isHere} facts={facts}>
      <Button danger aria-label={`移除 ${name}`} onClick={onRemove}>
        移除
      </Button>
    </Row>
  )
}
