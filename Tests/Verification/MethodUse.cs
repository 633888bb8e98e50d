using System.Reflection;
using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;
using Tests.Compilation;

namespace Tests.Verification;

/// <summary>A method as an instruction names it, with its type arguments put in.</summary>
internal sealed class MethodUse
{
    public MethodUse(IMethod method)
    {
        Method = method;
        DeclaringType = StorageType.Plain(method.DeclaringType!);
        ReturnType = StorageType.Plain(method.ReturnType);
        Parameters = [.. method.Parameters.Select(parameter => StorageType.Plain(parameter.Type))];
        if (DeclaringType is ArrayType array)
        {
            // The runtime makes these, and nothing declares them (ECMA-335, II.14.2).
            ReturnType = method.Name switch
            {
                "Get" => array.ElementType,
                "Address" => new ByReferenceType(array.ElementType),
                _ => ReturnType,
            };
            if (method.Name == "Set")
            {
                Parameters[^1] = array.ElementType;
            }

            IsResolved = true;
        }
        else if (method.MemberDefinition.ParentModule is MetadataModule module && !method.MemberDefinition.MetadataToken.IsNil)
        {
            var definition = module.MetadataFile.Metadata.GetMethodDefinition((MethodDefinitionHandle)method.MemberDefinition.MetadataToken);
            Attributes = definition.Attributes;
            IsResolved = true;
        }
        else
        {
            // A declaring type that is not there is another finding.
            IsResolved = DeclaringType.Kind == TypeKind.Unknown;
        }
    }

    public IMethod Method { get; }

    public IType DeclaringType { get; }

    public IType ReturnType { get; }

    public IType[] Parameters { get; }

    public MethodAttributes Attributes { get; }

    /// <summary>False where the declaring type is there and has no such method.</summary>
    public bool IsResolved { get; }

    public bool IsConstructor => Method is { IsStatic: false, Name: ".ctor" };

    public bool IsAbstract => (Attributes & MethodAttributes.Abstract) != 0;

    public bool IsVirtual => (Attributes & MethodAttributes.Virtual) != 0;

    /// <summary>True where a class may exist that has another body for it.</summary>
    public bool IsOverridable => IsVirtual && (Attributes & MethodAttributes.Final) == 0 && DeclaringType.GetDefinition() is { IsSealed: false };

    /// <summary>True where the callee writes nothing through the argument, or takes it as a struct's method takes what it is called on.</summary>
    public bool OnlyReads(int parameter) =>
        (parameter == 0 && Method is { IsStatic: true, DeclaringType.Name: SecondMethodClass.Name } && Method.Parameters is [{ Name: "this" }, ..]) ||
        parameter < Method.Parameters.Count && Method.Parameters[parameter].ReferenceKind is ReferenceKind.In or ReferenceKind.RefReadOnly;

    public override string ToString() =>
        $"{DeclaringType.ReflectionName}::{Method.Name}{(Method.TypeArguments.Count == 0 ? "" : $"<{Names(Method.TypeArguments)}>")}({Names(Parameters)})";

    private static string Names(IEnumerable<IType> types) => string.Join(",", types.Select(type => type.ReflectionName));
}
