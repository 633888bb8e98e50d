using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Verification;

namespace Tests.Verification.Broken;

/// <summary>Cases in which members are used wrongly, or by code that may not use them.</summary>
internal static class BrokenMembers
{
    public static readonly IReadOnlyList<BrokenBody> All =
    [
        new("a call on the wrong object", FindingKind.Receiver, "static int M(string s, object o) => s.Length;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a field of the wrong object", FindingKind.Receiver, "static int M(Other other, object o) => other.Field;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a store to a field of a value", FindingKind.Receiver, "static int M(Pair pair) { pair.First = 1; return pair.First; }",
            body => body.Put(body.At(OpCodes.Ldarga_S), OpCodes.Ldarg_0)),
        new("the address of a field of a value", FindingKind.Receiver,
            "static int M(Pair pair) { Use(ref pair.First); return 1; } static void Use(ref int n) { }",
            body => body.Put(body.At(OpCodes.Ldarga_S), OpCodes.Ldarg_0)),
        new("a struct's method on a value", FindingKind.Receiver, "static int M(int? n) => n.GetValueOrDefault();",
            body => body.Put(body.At(OpCodes.Ldarga_S), OpCodes.Ldarg_0)),
        new("a method that is not there", FindingKind.Unresolved, "static int M(string s) => s.Length;",
            body => body.Put(body.Of("get_Length"), OpCodes.Callvirt, new MethodReference("get_Depth", body.Int32, body.String) { HasThis = true })),
        new("a method that returns something else", FindingKind.Unresolved, "static int M(string s) => s.Length;",
            body => body.Put(
                body.Of("get_Length"), OpCodes.Callvirt, new MethodReference("get_Length", body.Object, body.String) { HasThis = true })),
        new("a field that is not there", FindingKind.Unresolved, "static int M(Other other) => other.Field;",
            body => body.Put(body.Of("Field"), OpCodes.Ldfld, new FieldReference("Gone", body.Int32, body.Shared("Other")))),
        new("a type that is not there", FindingKind.Unresolved, "static object M() => new Other();",
            body =>
            {
                var gone = new TypeReference("", "Gone", body.Module, body.Module.TypeSystem.CoreLibrary);
                body.Put(body.At(OpCodes.Newobj), OpCodes.Newobj, new MethodReference(".ctor", body.Module.TypeSystem.Void, gone) { HasThis = true });
            }),
        new("a private method of another class", FindingKind.Access,
            "class Inner { internal static int Secret() => 1; } static int M() => Inner.Secret();",
            body => ((MethodReference)body.Of("Secret").Operand).Resolve().IsPrivate = true),
        new("a private field of another class", FindingKind.Access, "class Inner { internal int Secret; } static int M(Inner inner) => inner.Secret;",
            body => ((FieldReference)body.Of("Secret").Operand).Resolve().IsPrivate = true),
        new("a private class of another class", FindingKind.Access, "class Outer { internal class Own { } } static object M() => new Outer.Own();",
            body => ((MethodReference)body.At(OpCodes.Newobj).Operand).DeclaringType.Resolve().IsNestedPrivate = true),
        new("a protected field of an object of the base", FindingKind.Access,
            "class Derived : Square { static int M(Derived own, Figure figure) => own.Hidden; }",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a protected field of another family", FindingKind.Access, "static int M(Figure figure) => figure.Sides;",
            body => body.Put(body.Of("Sides"), OpCodes.Ldfld, body.Shared("Figure").Fields.Single(f => f.Name == "Hidden"))),
        new("an object of an abstract class", FindingKind.Abstract, "static Figure M() => new Square();",
            body =>
            {
                body.Before(body.At(OpCodes.Newobj), Instruction.Create(OpCodes.Ldc_I4_4));
                body.Put(body.At(OpCodes.Newobj), OpCodes.Newobj, body.Shared("Figure").Methods.Single(m => m.IsConstructor));
            }),
        new("a call of an abstract method", FindingKind.Abstract, "static int M(Figure figure) => figure.Area();",
            body => body.Of("Area").OpCode = OpCodes.Call),
        new("an overridable method called without dispatch", FindingKind.Dispatch, "static int M(Figure figure) => figure.Twice();",
            body => body.Of("Twice").OpCode = OpCodes.Call),
        new("a static method called on an object", FindingKind.Static, "static string M(string s) => string.Intern(s);",
            body => body.Of("Intern").OpCode = OpCodes.Callvirt),
        new("a field of an object as a static one", FindingKind.Static, "static int M() => Figure.Made;",
            body => body.Put(body.Of("Made"), OpCodes.Ldsfld, body.Shared("Figure").Fields.Single(f => f.Name == "Sides"))),
        new("a constructor called on an object", FindingKind.Constructor,
            "static int M(Other other) { Use(other); return 1; } static void Use(Other other) { }",
            body => body.Put(body.Of("Use"), OpCodes.Call, body.Shared("Other").Methods.Single(m => m.IsConstructor))),
        new("an object made by an ordinary method", FindingKind.Constructor, "static object M() => new Other(); static object Make() => 1;",
            body => body.Put(body.At(OpCodes.Newobj), OpCodes.Newobj, body.Own("Make"))),
        new("a store to an init-only field", FindingKind.InitOnly, "int _n; void M() => _n = 1;",
            body => ((FieldDefinition)body.Of("_n").Operand).IsInitOnly = true),
        new("a store to a static init-only field", FindingKind.InitOnly, "static int s_n; static void M() => s_n = 1;",
            body => ((FieldDefinition)body.Of("s_n").Operand).IsInitOnly = true),
        new("the address of an init-only field, written through", FindingKind.ReadOnly, "int _n; void M() => Interlocked.Increment(ref _n);",
            body => ((FieldDefinition)body.Of("_n").Operand).IsInitOnly = true),
        new("a delegate of another signature", FindingKind.Delegate,
            "static Action<string> M() => new Action<string>(Takes); static void Takes(string s) { } static void Counts(int n) { }",
            body => body.Put(body.Code.Instructions.Last(i => i.OpCode == OpCodes.Ldftn), OpCodes.Ldftn, body.Own("Counts"))),
        new("a delegate of another type argument", FindingKind.Delegate, "Action<string> M() => Takes; void Takes(string s) { }",
            body => body.Put(body.At(OpCodes.Newobj), OpCodes.Newobj, body.On((MethodReference)body.At(OpCodes.Newobj).Operand, body.Int32))),
        new("a delegate on another object", FindingKind.Delegate, "Action<string> M(object o) => Takes; void Takes(string s) { }",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a delegate of an object where there are not as many parameters", FindingKind.Delegate,
            "Action<string> M(object o) => Takes; void Takes(string s) { } void None() { }",
            body =>
            {
                body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldnull);
                body.Put(body.At(OpCodes.Ldftn), OpCodes.Ldftn, body.Own("None"));
            }),
        new("a delegate of no function", FindingKind.Delegate, "Action<string> M(object o) => Takes; void Takes(string s) { }",
            body =>
            {
                body.Put(body.At(OpCodes.Ldftn), OpCodes.Ldc_I4_0);
                body.After(body.At(OpCodes.Ldc_I4_0), Instruction.Create(OpCodes.Conv_I));
            }),
        new("a delegate with another constructor", FindingKind.Unresolved, "Action<string> M(object o) => Takes; void Takes(string s) { }",
            body =>
            {
                var constructor = (MethodReference)body.At(OpCodes.Newobj).Operand;
                var other = new MethodReference(constructor.Name, constructor.ReturnType, constructor.DeclaringType) { HasThis = true };
                other.Parameters.Add(new ParameterDefinition(body.Object));
                other.Parameters.Add(new ParameterDefinition(body.Int32));
                body.Put(body.At(OpCodes.Newobj), OpCodes.Newobj, other);
            }),
        new("a delegate of an overridable method without dispatch", FindingKind.Dispatch, "static Func<int> M(Figure figure) => figure.Twice;",
            body =>
            {
                body.Put(body.At(OpCodes.Ldvirtftn), OpCodes.Ldftn, body.At(OpCodes.Ldvirtftn).Operand);
                body.Remove(body.At(OpCodes.Dup));
            }),
        new("no constructor of the base", FindingKind.Uninitialised, "class M : Other { public M() { } }",
            body =>
            {
                body.Remove(body.At(OpCodes.Ldarg_0));
                body.Remove(body.At(OpCodes.Call));
            }),
        new("an object used before it is constructed", FindingKind.Uninitialised, "class M : Other { public M() { } static void Use(object o) { } }",
            body =>
            {
                var use = body.Method.DeclaringType.Methods.Single(m => m.Name == "Use");
                body.Before(body.At(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Call, use));
            }),
        new("the constructor of a class further up", FindingKind.Constructor, "class M : Square { public M() { } }",
            body =>
            {
                body.Before(body.At(OpCodes.Call), Instruction.Create(OpCodes.Ldc_I4_4));
                body.Put(body.At(OpCodes.Call), OpCodes.Call, body.Shared("Figure").Methods.Single(m => m.IsConstructor));
            }),
    ];
}
