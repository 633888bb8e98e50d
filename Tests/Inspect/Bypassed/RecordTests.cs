using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Inspect.Bypassed;

/// <summary>
/// Another tool changes something outside a method's code, so that a call of the method no longer does the same as a call of its second method. The check finds
/// such a change, because the weaver recorded the state before the change.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class RecordTests
{
    [Test]
    public void Nothing_is_found_in_what_nobody_changed()
    {
        using var door = new Door();

        Assert.That(door.Broken(), Is.Empty);
    }

    [Test]
    public void A_method_that_becomes_virtual_is_found() =>
        Finds(door => Method(door, "Visitor", "LeaveAsync").Attributes |= MethodAttributes.Virtual | MethodAttributes.NewSlot, "Visitor.LeaveAsync() it is virtual now");

    [Test]
    public void A_method_that_becomes_synchronized_is_found()
    {
        Finds(door => Method(door, "Visitor", "LeaveAsync").ImplAttributes |= MethodImplAttributes.Synchronized, "Visitor.LeaveAsync() it is synchronized now");

        using var door = new Door();
        Method(door, "Visitor", "LeaveAsync").ImplAttributes |= MethodImplAttributes.Synchronized;
        Assert.That(door.Bypassed(), Is.EqualTo(["Visitor.LeaveAsync()"]), "A method that locks never has a second method.");
    }

    [Test]
    public void A_method_that_is_renamed_behind_another_one_is_found() => Finds(door => Method(door, "Visitor", "CountAsync").Name = "CountAsync$core", "Visitor.CountAsync() it is gone, or has another name or other parameters");

    [Test]
    public void A_method_that_only_throws_is_found() => Finds(door =>
    {
        var method = Method(door, "Visitor", "CountAsync");
        method.Body = new MethodBody(method);
        method.Body.GetILProcessor().Emit(OpCodes.Ldnull);
        method.Body.GetILProcessor().Emit(OpCodes.Throw);
    }, "Visitor.CountAsync() ");

    [Test]
    public void An_override_of_a_type_that_calls_test_for_is_found() => Finds(door => door.Other("Member").Methods.Add(
        new MethodDefinition("EnterAsync", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig, Method(door, "Visitor", "EnterAsync").ReturnType)
        {
            Body = Method(door, "Visitor", "EnterAsync").Body,
        }), "Member it has the virtual method Member.EnterAsync() now");

    [Test]
    public void A_virtual_overload_that_takes_more_is_not_found()
    {
        using var door = new Door();
        var enter = Method(door, "Visitor", "EnterAsync");
        var overload = new MethodDefinition("EnterAsync", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.NewSlot, enter.ReturnType) { Body = enter.Body };
        overload.Parameters.Add(new ParameterDefinition(door.Module.TypeSystem.Int32));
        door.Other("Member").Methods.Add(overload);

        Assert.That(door.Broken(), Is.Empty);
    }

    [Test]
    public void An_implementation_of_an_interface_is_found() => Finds(door =>
    {
        var implementation = new MethodDefinition("IGuest.EnterAsync", MethodAttributes.Private | MethodAttributes.Virtual | MethodAttributes.Final | MethodAttributes.NewSlot, Method(door, "Visitor", "EnterAsync").ReturnType)
        {
            Body = Method(door, "Visitor", "EnterAsync").Body,
        };
        implementation.Overrides.Add(Method(door, "IGuest", "EnterAsync"));
        door.Other("Visitor").Methods.Add(implementation);
    }, "Visitor it has the virtual method Visitor.IGuest.EnterAsync() now");

    [Test]
    public void An_interface_that_a_derived_type_implements_anew_is_found() =>
        Finds(door => door.Other("Member").Interfaces.Add(new InterfaceImplementation(door.Other("IGuest"))), "Member it implements IGuest now");

    [Test]
    public void A_base_type_that_is_put_between_is_found() => Finds(door => door.Other("Member").BaseType = door.Module.TypeSystem.Object, "Member it derives from Visitor no more");

    [Test]
    public void A_static_constructor_is_found() => Finds(door => AddStaticConstructor(door.Other("Visitor")), "Visitor it has a static constructor now");

    [Test]
    public void A_static_constructor_that_no_call_runs_is_not_found()
    {
        using var door = new Door();
        AddStaticConstructor(door.Other("Member"));

        Assert.That(door.Broken(), Is.Empty);
    }

    [Test]
    public void A_file_that_is_no_record_is_one_error_that_names_it()
    {
        using var door = new Door();
        var assembly = door.Write();

        Assert.That(ToolRun.Run("verify", assembly, "--second-methods", "--record", assembly), Is.EqualTo((1, "", $"{assembly} is no record that PooledAwait wrote.\n")));
    }

    [Test]
    public void A_call_that_goes_to_another_method_is_found() => Finds(
        door => Method(door, "Visitor", "Kept").Body.Instructions.Single(instruction => instruction.Operand is MethodReference { Name: "CountAsync" }).Operand = Method(door, "Visitor", "TwiceAsync"),
        "it calls Visitor.CountAsync() at instruction ");

    /// <summary>
    /// Some tools move code, add members or implement interfaces. These changes do no harm to calls of second methods, so the check ignores them.
    /// </summary>
    [Test]
    public void What_changes_nothing_that_calls_rely_on_is_not_found()
    {
        using var door = new Door();
        var type = door.Other("Visitor");
        var disposable = door.Module.ImportReference(typeof(IDisposable));
        type.Interfaces.Add(new InterfaceImplementation(disposable));
        type.Methods.Add(new MethodDefinition("Dispose", MethodAttributes.Public | MethodAttributes.Virtual, door.Module.TypeSystem.Void));
        type.Fields.Add(new FieldDefinition("added", FieldAttributes.Private, door.Module.TypeSystem.Int32));
        var kept = Method(door, "Visitor", "Kept");
        var inner = new MethodDefinition("Kept$inner", kept.Attributes, kept.ReturnType) { Body = kept.Body };
        type.Methods.Add(inner);
        kept.Body = new MethodBody(kept);
        kept.Body.GetILProcessor().Emit(OpCodes.Call, inner);
        kept.Body.GetILProcessor().Emit(OpCodes.Ret);

        Assert.That(door.Broken(), Is.Empty);
    }

    /// <summary>
    /// If a reference is missing, the check cannot read an interface, and could believe that a tool removed the interface. So the check ignores removed
    /// interfaces.
    /// </summary>
    [Test]
    public void An_interface_that_cannot_be_found_is_not_missed()
    {
        using var door = new Door();
        door.Other("Visitor").Interfaces.Clear();

        Assert.That(door.Broken(), Is.Empty);
    }

    /// <summary>Obfuscators rename methods and their second methods. The check ignores this.</summary>
    [Test]
    public void What_is_renamed_with_its_second_methods_is_not_found()
    {
        using var door = new Door();
        foreach (var type in door.Module.GetTypes().Where(type => type.FullName.StartsWith("Visitor", StringComparison.Ordinal) || type.FullName.StartsWith("Member", StringComparison.Ordinal)).ToList())
        {
            type.Name = $"a{type.MetadataToken.RID}";
            type.Methods.Where(method => !method.IsConstructor && !method.IsVirtual).ToList().ForEach(method => method.Name = $"b{method.MetadataToken.RID}");
        }

        Assert.That(door.Broken().Where(found => !found.Contains("Door")), Is.Empty);
    }

    private static void AddStaticConstructor(TypeDefinition type)
    {
        type.Attributes &= ~TypeAttributes.BeforeFieldInit;
        type.Methods.Add(new MethodDefinition(".cctor", MethodAttributes.Static | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, type.Module.TypeSystem.Void));
    }

    private static void Finds(Action<Door> change, string expected)
    {
        using var door = new Door();
        change(door);

        Assert.That(door.Broken(), Has.Some.Contains(expected));
    }

    private static MethodDefinition Method(Door door, string type, string name) => door.Other(type).Methods.Single(method => method.Name == name);
}
