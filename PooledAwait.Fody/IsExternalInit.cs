namespace System.Runtime.CompilerServices;

// The compiler needs this type for init-only setters. netstandard2.0 does not have it.
internal static class IsExternalInit;
