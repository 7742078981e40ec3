// The content of the engine, until it moves here.
export type { ImageAsset } from 'reward-codes/internal/content/assets.ts'
export type { Captcha } from 'reward-codes/internal/content/contact.ts'
export type { Inline, RichText } from 'reward-codes/internal/content/rich-text.ts'
export type {
  Column,
  CreditList,
  CustomSection,
  FormContact,
  FormStrings,
  PageContent,
  PageProject,
  Portfolio,
  PortfolioWith,
} from 'reward-codes/internal/content/schema.ts'
