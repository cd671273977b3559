import { ConfigProvider, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import {
  bigColors,
  colors as usualColors,
  font,
  controlHeights,
  lineHeights,
  shadows,
  sizes,
  fontSizes,
} from '#packages/web/core/tokens.ts'

/** Maps our tokens to antd's. Colours that antd would derive too light to read are set explicitly. */
function createTheme(isBig: boolean): ThemeConfig {
  const colors = isBig ? { ...usualColors, ...bigColors } : usualColors
  const size = (table: Readonly<Record<number, number>>, normal: number) => (isBig ? table[normal]! : normal)
  const small = size(controlHeights, 28)
  return {
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
      fontSize: size(fontSizes, 14),
      fontSizeSM: size(fontSizes, 12),
      fontSizeLG: size(fontSizes, 16),
      lineHeight: size(lineHeights, 22) / size(fontSizes, 14),
      controlHeight: size(controlHeights, 32),
      controlHeightSM: small,
      lineWidth: isBig ? 2 : 1,
      motion: !isBig,
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
        controlHeightSM: small,
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
      Tree: { titleHeight: size(controlHeights, sizes.treeRow), indentSize: 16, switcherSize: 22 },
      Pagination: { itemSizeSM: small },
      Select: { controlHeightSM: small },
    },
  }
}

const themes = { normal: createTheme(false), big: createTheme(true) }

export function Theme({ children }: { children: ReactNode }) {
  const isBig = useBigText()
  return (
    <ConfigProvider locale={zhCN} theme={isBig ? themes.big : themes.normal} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
