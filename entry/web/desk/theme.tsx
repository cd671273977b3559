import { ConfigProvider, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { colors, font, shadows, sizes } from '#packages/web/core/tokens.ts'

/** Our tokens in antd's words. What antd derives by itself is too light to read, so those are named too. */
const theme: ThemeConfig = {
  token: {
    colorPrimary: colors.primary,
    colorPrimaryHover: colors.primaryHover,
    colorPrimaryActive: colors.primaryActive,
    colorPrimaryBg: colors.primaryTint,
    colorPrimaryBgHover: colors.focusHalo,
    colorPrimaryBorder: colors.primaryEdge,
    colorInfo: colors.primary,
    colorLink: colors.primary,
    colorLinkHover: colors.primaryHover,
    colorLinkActive: colors.primaryActive,
    colorSuccess: colors.success,
    colorWarning: colors.warning,
    colorError: colors.error,
    colorText: colors.text,
    colorTextSecondary: colors.textSecond,
    colorTextTertiary: colors.textThird,
    colorTextQuaternary: colors.textFourth,
    colorTextPlaceholder: colors.textThird,
    colorTextDisabled: colors.textFourth,
    colorBorder: colors.fieldEdge,
    colorBorderSecondary: colors.line,
    colorSplit: colors.line,
    colorBgLayout: colors.page,
    controlItemBgHover: colors.rowHover,
    controlItemBgActive: colors.primaryTint,
    fontFamily: font,
    fontSize: 14,
    fontWeightStrong: 600,
    borderRadius: sizes.radius,
    borderRadiusLG: sizes.radiusLayer,
    boxShadowSecondary: shadows.shadowLayer,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Button: {
      defaultBorderColor: colors.buttonEdge,
      defaultShadow: 'none',
      primaryShadow: 'none',
      textHoverBg: colors.buttonHover,
      controlHeightSM: 28,
      onlyIconSizeSM: 16,
      paddingInline: 12,
    },
    Input: {
      activeShadow: `inset 0 0 0 1px ${colors.primary}, 0 0 0 3px ${colors.focusHalo}`,
      errorActiveShadow: `inset 0 0 0 1px ${colors.error}, 0 0 0 3px ${colors.errorTint}`,
    },
    Table: {
      headerBg: colors.head,
      headerColor: colors.textSecond,
      headerBorderRadius: 0,
      borderColor: colors.line,
      rowHoverBg: colors.rowHover,
    },
    Tree: { titleHeight: sizes.treeRow, indentSize: 16, switcherSize: 22 },
    Pagination: { itemSizeSM: 28 },
    Select: { controlHeightSM: 28 },
  },
}

export function Theme({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
