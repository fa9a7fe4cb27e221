/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Which build this page is; see build/plugins.ts. */
declare const __BUILD__: string;
