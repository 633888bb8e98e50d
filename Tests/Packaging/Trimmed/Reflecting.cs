using System;
using System.Diagnostics.CodeAnalysis;

namespace Trimmed;

/// <summary>The analysers warn about calls of these methods.</summary>
public static class Reflecting
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public static int Told(object argument) => argument.GetHashCode();

    [RequiresAssemblyFiles("It is told.")]
    public static int Files() => 1;

    public static int Methods([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] Type type) => type.GetMethods().Length;

    public static int Methods<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>() => typeof(T).GetMethods().Length;

    public static int MethodsOf([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] string name) =>
        Type.GetType(name)?.GetMethods().Length ?? 0;
}
