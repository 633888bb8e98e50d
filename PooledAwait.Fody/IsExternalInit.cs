namespace System.Runtime.CompilerServices;

// netstandard2.0 lacks the type that init-only setters are compiled against.
internal static class IsExternalInit;
