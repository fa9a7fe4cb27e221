// The shape that every language file has: that of the English one.
import type en from "./en";

export type Messages = typeof en;
